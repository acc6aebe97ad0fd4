package org.vacuumadvisor.cli.apply;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.verify.PlannedChange;
import org.vacuumadvisor.verify.PlannedChange.Target;
import org.vacuumadvisor.verify.TableId;

/// All that the writer can do to a server: storage parameters of a table, or one setting of the
/// server in `postgresql.auto.conf`. There is no room in it for a statement of somebody else: its
/// SQL is made of names that [Setting] knows and of quoted names and values.
///
/// @param number its number in the plan
/// @param inEffect of a setting of the server, what has to be in effect for it to be changed; null
///   where nobody saw it: then what `ALTER SYSTEM` wrote has to be [Value#from]
record Change(int number, Target target, List<Value> values, @Nullable String inEffect) {
  /// By these the server itself ends sessions, or gives up slots.
  private static final Set<Setting> HARMFUL =
      EnumSet.of(
          Setting.IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
          Setting.IDLE_SESSION_TIMEOUT,
          Setting.TRANSACTION_TIMEOUT,
          Setting.IDLE_REPLICATION_SLOT_TIMEOUT,
          Setting.MAX_SLOT_WAL_KEEP_SIZE,
          Setting.OLD_SNAPSHOT_THRESHOLD);

  Change {
    values = List.copyOf(values);
  }

  /// One value that a change sets.
  ///
  /// @param name of a setting of the server or of a storage parameter
  /// @param from what has to stand there for it to be changed; null where it must not be set
  /// @param to the new value; null for RESET
  public record Value(String name, @Nullable String from, @Nullable String to) {}

  /// Why a change of the plan is not made here.
  static final class Refusal extends Exception {
    Refusal(String why) {
      super(why);
    }
  }

  /// What a change of the plan asks for.
  ///
  /// @throws Refusal if it is none of the writer's
  static Change of(PlannedChange planned) throws Refusal {
    if (planned.sql() == null) {
      throw new Refusal("it is not done by SQL on this server");
    }
    boolean isOfServer = planned.target().isServer();
    if (planned.values().isEmpty() || (isOfServer && planned.values().size() > 1)) {
      throw new Refusal("it sets nothing, or more than one setting");
    }
    for (var each : planned.values()) {
      var setting =
          isOfServer ? Setting.named(each.name()) : Setting.ofStorageParameter(each.name());
      if (setting.isEmpty()) {
        throw new Refusal(
            isOfServer
                ? "it is no setting that concerns vacuum"
                : "there is no storage parameter of that name");
      }
      if (isOfServer && HARMFUL.contains(setting.get())) {
        throw new Refusal("by it the server ends sessions or gives up slots: decide by hand");
      }
    }
    var change =
        new Change(
            planned.number(),
            planned.target(),
            planned.values().stream()
                .map(each -> new Value(each.name(), each.old(), each.to()))
                .toList(),
            isOfServer ? planned.values().getFirst().inEffect() : null);
    try {
      var _ = change.sql() + change.back().sql();
      return change;
    } catch (IllegalArgumentException unfit) {
      throw new Refusal("a name or a value in it is none that a server can have");
    }
  }

  boolean isOfServer() {
    return target.isServer();
  }

  /// The table whose statement it is; null for a setting of the server.
  @Nullable TableId table() {
    return target.through();
  }

  /// Whether it is about the TOAST table of the one that its statement names.
  boolean isOfToast() {
    return target.toastOf() != null;
  }

  /// The database it is made in; empty where that does not matter.
  String database() {
    var table = table();
    return table == null ? "" : table.database();
  }

  /// The table's name as SQL has it; empty for a setting of the server.
  String name() {
    var table = table();
    return table == null ? "" : table.relationName().sql();
  }

  /// What it sets, whichever table it is.
  String kind() {
    return isOfToast()
        + " "
        + values.stream().map(each -> each.name() + "=" + each.to()).sorted().toList();
  }

  /// What it changes, in words: `public.orders`, `the server`.
  String place() {
    return isOfServer() ? "the server" : name() + (isOfToast() ? " (TOAST)" : "");
  }

  /// The statement.
  String sql() {
    return target.sql(values, Value::name, Value::to);
  }

  /// The same change with other values: what is set already, and what is taken back, goes by what
  /// was written alone.
  Change with(List<Value> others) {
    return new Change(number, target, others, null);
  }

  /// What takes it back.
  Change back() {
    return with(
        values.stream().map(each -> new Value(each.name(), each.to(), each.from())).toList());
  }
}
