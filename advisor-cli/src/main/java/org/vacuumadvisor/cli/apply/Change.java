package org.vacuumadvisor.cli.apply;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.verify.JournalLine.Attempt;
import org.vacuumadvisor.verify.PlannedChange;
import org.vacuumadvisor.verify.PlannedChange.Target;
import org.vacuumadvisor.verify.PlannedValue;
import org.vacuumadvisor.verify.TableId;

/// All that the writer can do to a server: storage parameters of a table, or one setting of the
/// server in `postgresql.auto.conf`. There is no room in it for a statement of somebody else: its
/// SQL is made of names that [Setting] knows and of quoted names and values.
///
/// @param number its number in the plan
/// @param values each is set only where the old one stands there; of a setting of the server, where
///   what the plan saw is in effect, if it saw that
record Change(int number, Target target, List<PlannedValue> values) {
  /// By these the server itself ends sessions, or gives up slots.
  private static final Set<Setting> HARMFUL =
      EnumSet.of(
          Setting.IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
          Setting.IDLE_SESSION_TIMEOUT,
          Setting.TRANSACTION_TIMEOUT,
          Setting.IDLE_REPLICATION_SLOT_TIMEOUT,
          Setting.MAX_SLOT_WAL_KEEP_SIZE,
          Setting.OLD_SNAPSHOT_THRESHOLD);

  static Change of(PlannedChange planned) {
    return new Change(planned.number(), planned.target(), planned.values());
  }

  /// Why a change of the plan is not made here; empty if it is.
  static Optional<String> refusal(PlannedChange planned) {
    if (planned.sql() == null) {
      return Optional.of("it is not done by SQL on this server");
    }
    boolean isOfServer = planned.target().isServer();
    if (planned.values().isEmpty() || (isOfServer && planned.values().size() > 1)) {
      return Optional.of("it sets nothing, or more than one setting");
    }
    for (var each : planned.values()) {
      var setting =
          isOfServer ? Setting.named(each.name()) : Setting.ofStorageParameter(each.name());
      if (setting.isEmpty()) {
        return Optional.of(
            isOfServer
                ? "it is no setting that concerns vacuum"
                : "there is no storage parameter of that name");
      }
      if (isOfServer && HARMFUL.contains(setting.get())) {
        return Optional.of("by it the server ends sessions or gives up slots: decide by hand");
      }
    }
    try {
      var change = of(planned);
      var _ = change.sql() + change.back().sql();
      return Optional.empty();
    } catch (IllegalArgumentException unfit) {
      return Optional.of("a name or a value in it is none that a server can have");
    }
  }

  /// What is to be made, or what was not tried.
  Attempt attempt() {
    return new Attempt(number, place(), values, sql(), null, null);
  }

  /// The table whose statement it is; null for a setting of the server.
  @Nullable TableId table() {
    return target.through();
  }

  /// Whether what its statement names can be locked by itself.
  boolean isOfTable() {
    var table = table();
    return table != null && table.kind() == RelationKind.TABLE;
  }

  /// The database it is made in; empty where that does not matter.
  String database() {
    var table = table();
    return table == null ? "" : table.name().database();
  }

  /// Whether it is about the TOAST table of the one that its statement names.
  boolean isOfToast() {
    return target.toastOf() != null;
  }

  /// What it sets, whichever table it is.
  String kind() {
    return isOfToast()
        + " "
        + values.stream().map(each -> each.name() + "=" + each.to()).sorted().toList();
  }

  /// The name of the table in a statement; empty for a setting of the server.
  String name() {
    var table = table();
    return table == null ? "" : table.sql();
  }

  /// What it changes, in words: `public.orders`, `the server`.
  String place() {
    return target.isServer() ? "the server" : name() + (isOfToast() ? " (TOAST)" : "");
  }

  /// The statement.
  String sql() {
    return target.sql(values);
  }

  /// The same change with other values.
  Change with(List<PlannedValue> others) {
    return new Change(number, target, others);
  }

  /// What takes it back. It goes by what was written alone.
  Change back() {
    return with(values.stream().map(PlannedValue::back).toList());
  }
}
