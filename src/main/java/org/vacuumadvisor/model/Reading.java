package org.vacuumadvisor.model;

import java.util.Optional;
import java.util.function.Function;

/// A value the server may not have been able to give us. "Zero" and "unknown" never mix.
///
/// @param <T> what was read
public sealed interface Reading<T> {

  /// The server gave it.
  record Known<T>(T value) implements Reading<T> {}

  /// The server did not give it, and why.
  record Missing<T>(Why why) implements Reading<T> {}

  /// Why a reading is missing, in the terms of what the user can do about it.
  enum Why {
    /// The release has no such column, view or setting.
    OLDER_SERVER,
    /// The server does not track it: a `track_…` setting is off.
    TRACKING_OFF,
    /// The role may not see it.
    NO_PRIVILEGE,
    /// The server has it but says NULL: it never happened, or does not apply.
    NOT_APPLICABLE,
    /// The source did not contain it: a paste without that column, a query that failed.
    NOT_COLLECTED
  }

  static <T> Reading<T> of(T value) {
    return new Known<>(value);
  }

  static <T> Reading<T> missing(Why why) {
    return new Missing<>(why);
  }

  /// The value, if there is one.
  default Optional<T> known() {
    return switch (this) {
      case Known<T>(T value) -> Optional.of(value);
      case Missing<T> _ -> Optional.empty();
    };
  }

  /// The same reading with its value changed; a missing one stays missing for the same reason.
  default <R> Reading<R> map(Function<T, R> change) {
    return switch (this) {
      case Known<T>(T value) -> new Known<>(change.apply(value));
      case Missing<T>(Why why) -> new Missing<>(why);
    };
  }

  /// The value, or `fallback` where it is missing. Use it only where the fallback is the truth, not
  /// a guess.
  default T or(T fallback) {
    return known().orElse(fallback);
  }
}
