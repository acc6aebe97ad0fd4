package org.vacuumadvisor.cli.apply;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.SettingSql;
import org.vacuumadvisor.verify.PlannedChange;
import org.vacuumadvisor.verify.PlannedValue;
import org.vacuumadvisor.verify.TableId;

/// All that the writer can do to a server. There is no room in it for a statement of somebody else:
/// its SQL is made here, of names that [Setting] knows and of quoted names and values.
sealed interface Change {

  /// Its number in the plan.
  int number();

  /// What it sets.
  List<Value> values();

  /// The database it is made in; empty where that does not matter.
  String database();

  /// What it changes, in words: `public.orders`, `the server`.
  String place();

  /// The statement.
  String sql();

  /// The same change with other values.
  Change with(List<Value> values);

  /// What takes it back.
  default Change back() {
    return with(values().stream().map(Value::back).toList());
  }

  /// What a change of the plan asks for.
  ///
  /// @throws Refusal if it is none of the writer's
  static Change of(PlannedChange planned) throws Refusal {
    var change = typed(planned);
    try {
      var _ = change.sql() + change.back().sql();
      return change;
    } catch (IllegalArgumentException unfit) {
      throw new Refusal("a name or a value in it is none that a server can have");
    }
  }

  private static Change typed(PlannedChange planned) throws Refusal {
    if (planned.sql() == null) {
      throw new Refusal("it is not done by SQL on this server");
    }
    var values =
        planned.values().stream()
            .map(each -> new Value(each.name(), each.old(), each.to()))
            .toList();
    var table = planned.target().table();
    if (table == null) {
      if (planned.values().size() != 1) {
        throw new Refusal("it sets more than one setting");
      }
      return OfServer.of(planned.number(), planned.values().getFirst());
    }
    for (var each : values) {
      if (Setting.ofStorageParameter(each.name()).isEmpty()) {
        throw new Refusal("there is no storage parameter of that name");
      }
    }
    if (values.isEmpty()) {
      throw new Refusal("it sets nothing");
    }
    var owner = planned.target().toastOf();
    return new OfTable(
        planned.number(), owner == null ? table : owner, owner == null ? "" : "toast.", values);
  }

  /// Why a change of the plan is not made here.
  final class Refusal extends Exception {
    Refusal(String why) {
      super(why);
    }

    String why() {
      return String.valueOf(getMessage());
    }
  }

  /// Storage parameters of a table.
  ///
  /// @param prefix `toast.` where they are those of its TOAST table
  record OfTable(int number, TableId table, String prefix, List<Value> values) implements Change {
    public OfTable {
      values = List.copyOf(values);
    }

    @Override
    public String database() {
      return table.database();
    }

    @Override
    public String place() {
      return name() + (isToast() ? " (TOAST)" : "");
    }

    boolean isToast() {
      return !prefix.isEmpty();
    }

    String name() {
      return Identifiers.qualified(table.schema(), table.name());
    }

    @Override
    public String sql() {
      return SettingSql.ofTable("ALTER TABLE " + name(), prefix, values, Value::name, Value::to);
    }

    @Override
    public OfTable with(List<Value> others) {
      return new OfTable(number, table, prefix, others);
    }
  }

  /// A setting of the server, in `postgresql.auto.conf`.
  ///
  /// @param inEffect what has to be in effect for it to be changed; null where nobody saw it
  record OfServer(int number, Value value, @Nullable String inEffect) implements Change {
    /// By these the server itself ends sessions, or gives up slots.
    private static final Set<Setting> HARMFUL =
        EnumSet.of(
            Setting.IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
            Setting.IDLE_SESSION_TIMEOUT,
            Setting.TRANSACTION_TIMEOUT,
            Setting.IDLE_REPLICATION_SLOT_TIMEOUT,
            Setting.MAX_SLOT_WAL_KEEP_SIZE,
            Setting.OLD_SNAPSHOT_THRESHOLD);

    private static OfServer of(int number, PlannedValue planned) throws Refusal {
      var setting = Setting.named(planned.name());
      if (setting.isEmpty()) {
        throw new Refusal("it is no setting that concerns vacuum");
      }
      if (HARMFUL.contains(setting.get())) {
        throw new Refusal("by it the server ends sessions or gives up slots: decide by hand");
      }
      return new OfServer(
          number, new Value(planned.name(), planned.old(), planned.to()), planned.inEffect());
    }

    String name() {
      return value.name();
    }

    @Override
    public List<Value> values() {
      return List.of(value);
    }

    @Override
    public String database() {
      return "";
    }

    @Override
    public String place() {
      return "the server";
    }

    @Override
    public String sql() {
      return SettingSql.ofServer(name(), value.to());
    }

    /// The same, with what `postgresql.auto.conf` has as the value to go back to.
    OfServer from(@Nullable String ofAlterSystem) {
      return new OfServer(number, new Value(name(), ofAlterSystem, value.to()), inEffect);
    }

    /// What is taken back goes by the file alone.
    @Override
    public OfServer with(List<Value> others) {
      return new OfServer(number, others.getFirst(), null);
    }
  }
}
