package org.vacuumadvisor.verify;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

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
