package org.vacuumadvisor.cli.apply;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.postgres.SettingValue;

/// One value that a change sets.
///
/// @param name of a setting of the server or of a storage parameter
/// @param from what has to stand there for it to be changed; null where it must not be set
/// @param to the new value; null for RESET
public record Value(String name, @Nullable String from, @Nullable String to) {

  Value back() {
    return new Value(name, to, from);
  }

  /// Whether two texts are the same value to PostgreSQL: `0.050` and `0.05`, `off` and `false`,
  /// `60` in seconds and `1min`; null is "not set" and equals nothing else.
  ///
  /// @param unit of a number without one; null where there is none
  static boolean isSame(@Nullable String one, @Nullable String other, @Nullable String unit) {
    if (one == null || other == null) {
      return Objects.equals(one, other);
    }
    return new SettingValue("", one, unit, null, "default", null, null, false, null, other)
        .waitsForReload()
        .isEmpty();
  }

  static String inWords(@Nullable String value) {
    return value == null ? "not set" : value;
  }
}
