package org.vacuumadvisor.verify;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.diagnosis.Effect.Simulated;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.SettingSql;

/// One statement of a plan: what it sets, what that is to bring, what must not come of it, and when
/// it can be judged.
///
/// @param number its place in the plan, from 1
/// @param title one line in the imperative
/// @param values all that the one statement sets or resets
/// @param sql the statement; null where this server is not set by SQL
/// @param undo the statement that restores the old values; null where `sql` is
/// @param because ids of the findings it answers
/// @param promise what the simulator foresaw; null where no figure was promised
/// @param judgeAfter before that no verdict can be just
public record PlannedChange(
    int number,
    String title,
    Target target,
    List<PlannedValue> values,
    @Nullable String sql,
    @Nullable String undo,
    List<String> because,
    @Nullable Simulated promise,
    List<Guard> guards,
    Instant judgeAfter) {
  public PlannedChange {
    values = List.copyOf(values);
    because = List.copyOf(because);
    guards = List.copyOf(guards);
  }

  /// Whether it sets or resets a setting of the server, or an option of a table.
  ///
  /// @param table null for the server
  boolean isOf(@Nullable TableId table, String name) {
    return Objects.equals(target.table(), table)
        && values.stream().anyMatch(each -> each.name().equals(name));
  }

  /// Whose values a change sets.
  ///
  /// @param table whose `reloptions` hold them; null for settings of the server
  /// @param toastOf the table through which storage parameters of a TOAST table are set, with the
  ///   prefix `toast.`; null otherwise
  public record Target(@Nullable TableId table, @Nullable TableId toastOf) {
    public static final Target SERVER = new Target(null, null);
    private static final Pattern NAME = Pattern.compile("[a-z_]+(\\.[a-z_]+)?");

    public static Target of(TableId table) {
      return new Target(table, null);
    }

    /// Whether it is a setting of the server.
    public boolean isServer() {
      return table == null;
    }

    /// The table that its statement names; null for settings of the server.
    public @Nullable TableId through() {
      return toastOf == null ? table : toastOf;
    }

    /// The database that its statement is run in; empty where that does not matter.
    public String database() {
      var of = through();
      return of == null ? "" : of.name().database();
    }

    /// In words: `public.orders`, `the server`.
    public String place() {
      var of = through();
      return of == null ? "the server" : of.sql() + (toastOf == null ? "" : " (TOAST)");
    }

    /// One statement, or for several settings of the server one each, that sets what has a value
    /// and resets what has none.
    ///
    /// @throws IllegalArgumentException if a name is none that a setting can have
    public String sql(List<PlannedValue> values) {
      if (!values.stream().map(PlannedValue::name).allMatch(NAME.asMatchPredicate())) {
        throw new IllegalArgumentException("no name of a setting");
      }
      var of = through();
      if (of == null) {
        return values.stream()
            .map(each -> SettingSql.ofServer(each.name(), each.to()))
            .collect(Collectors.joining("\n"));
      }
      var kind = of.kind() == RelationKind.MATERIALIZED_VIEW ? "MATERIALIZED VIEW" : "TABLE";
      return SettingSql.ofTable(
          "ALTER %s %s".formatted(kind, of.sql()),
          toastOf == null ? "" : "toast.",
          values,
          PlannedValue::name,
          PlannedValue::to);
    }

    /// What puts the old values back, and loads them.
    String revert(List<PlannedValue> values) {
      var sql = sql(values.stream().map(PlannedValue::back).toList());
      return isServer() ? sql + "\n" + SettingSql.reload() : sql;
    }
  }

  /// What must not happen because of a change: beyond the limit it is to be taken back.
  ///
  /// @param limit the most that is good, in the unit of the figure
  public record Guard(Guarded figure, double limit) {
    /// The limits of `advice.setting` and of the lab's count of harm
    /// (`docs/experiments/promises.md`), the one vacuum that setting a storage parameter cancels
    /// and one more, and what is common practice for standbys.
    public static final List<Guard> ALL =
        List.of(
            new Guard(Guarded.BUSY_WORKERS, 0.6),
            new Guard(Guarded.CANCELLED_VACUUMS, 2),
            new Guard(Guarded.REPLICA_LAG_SECONDS, 60));
  }

  /// What is guarded.
  public enum Guarded {
    /// The part of all autovacuum workers' time that is work, 0 to 1.
    BUSY_WORKERS,
    /// Seconds that a standby replays behind.
    REPLICA_LAG_SECONDS,
    /// Automatic vacuums that were cancelled since the change.
    CANCELLED_VACUUMS
  }

  /// One value that a change sets, and the one that was there, as the server reported them: whoever
  /// applies it compares with the old one first, whoever takes it back with the new one.
  ///
  /// @param name `autovacuum_vacuum_scale_factor`, as in `pg_settings` or in `reloptions`
  /// @param old the target's own value: of a table the element of its `reloptions`, of the server
  ///   what `postgresql.auto.conf` has, which is looked up when it is applied; null where it is not
  ///   set there, so that RESET takes the new one back
  /// @param to the new value as the statement has it; null for RESET
  /// @param inEffect `pg_settings.setting`, in `unit`; null for a table, or where it was not shown
  /// @param unit `pg_settings.unit`: `8kB`, `ms`; null without one
  public record PlannedValue(
      String name,
      @Nullable String old,
      @Nullable String to,
      @Nullable String inEffect,
      @Nullable String unit) {
    /// Of a table, or of what is written: nothing is known of what is in effect.
    public PlannedValue(String name, @Nullable String old, @Nullable String to) {
      this(name, old, to, null, null);
    }

    /// What stood there when it was planned, as far as it was seen.
    public @Nullable String then() {
      return inEffect == null ? old : inEffect;
    }

    /// The same from another value on.
    public PlannedValue from(@Nullable String other) {
      return new PlannedValue(name, other, to, inEffect, unit);
    }

    /// What it was and what it is.
    public String inWords() {
      return "%s is %s, it was %s"
          .formatted(
              name,
              Objects.requireNonNullElse(to, "not set"),
              Objects.requireNonNullElse(old, "not set"));
    }

    /// The same the other way round: what takes it back.
    public PlannedValue back() {
      return new PlannedValue(name, to, old);
    }
  }
}
