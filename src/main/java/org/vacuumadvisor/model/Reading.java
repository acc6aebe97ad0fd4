package org.vacuumadvisor.model;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A value the server may not have been able to give us. "Zero" and "unknown" never mix.
///
/// @param <T> what was read
public sealed interface Reading<T> {

  /// It was given.
  ///
  /// @param source where
  record Known<T>(T value, Source source) implements Reading<T> {
    /// The same value, wherever it was read.
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Known<?>(var that, _) && value.equals(that);
    }

    @Override
    public int hashCode() {
      return value.hashCode();
    }
  }

  /// The server did not give it, and why.
  record Missing<T>(Why why) implements Reading<T> {
    /// Most figures of most tables are missing: one object for each reason will do.
    private static final Map<Why, Missing<?>> EACH =
        Arrays.stream(Why.values()).collect(Collectors.toUnmodifiableMap(why -> why, Missing::new));
  }

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
    NOT_COLLECTED,
    /// Two figures that the server gave exclude each other.
    CONTRADICTED,
    /// The figure is larger or smaller than its type in PostgreSQL can hold.
    OUT_OF_RANGE
  }

  static <T> Reading<T> of(T value) {
    return new Known<>(value, Source.Unstated.UNSTATED);
  }

  static <T> Reading<T> of(T value, Source source) {
    return new Known<>(value, source);
  }

  @SuppressWarnings("unchecked") // it holds no value of any type
  static <T> Reading<T> missing(Why why) {
    return (Reading<T>) Objects.requireNonNull(Missing.EACH.get(why));
  }

  /// The value, if there is one.
  default Optional<T> known() {
    return this instanceof Known<T>(T value, _) ? Optional.of(value) : Optional.empty();
  }

  default boolean isKnown() {
    return this instanceof Known;
  }

  /// Whether it is known, and so.
  default boolean is(Predicate<? super T> so) {
    return known().filter(so).isPresent();
  }

  /// The same reading with its value changed; a missing one stays missing for the same reason.
  default <R> Reading<R> map(Function<T, R> change) {
    return switch (this) {
      case Known<T>(T value, Source source) -> new Known<>(change.apply(value), source);
      case Missing<T>(Why why) -> missing(why);
    };
  }

  /// Another reading that takes the value; a missing one stays missing for the same reason.
  default <R> Reading<R> flatMap(Function<T, Reading<R>> change) {
    return switch (this) {
      case Known<T>(T value, _) -> change.apply(value);
      case Missing<T>(Why why) -> missing(why);
    };
  }

  /// The value computed from two; missing where one of them is.
  static <A, B, R> Reading<R> both(
      Reading<A> one, Reading<B> other, String formula, BiFunction<A, B, R> computed) {
    return switch (one) {
      case Missing<A>(Why why) -> missing(why);
      case Known<A>(A left, Source from) ->
          switch (other) {
            case Missing<B>(Why why) -> missing(why);
            case Known<B>(B right, Source also) ->
                new Known<>(
                    computed.apply(left, right), new Source.Derived(formula, List.of(from, also)));
          };
    };
  }

  /// The highest of those that are known.
  static <T extends Comparable<T>> Optional<T> most(Stream<Reading<T>> some) {
    return some.flatMap(each -> each.known().stream()).max(Comparable::compareTo);
  }

  /// The value, or `fallback` where it is missing. Use it only where the fallback is the truth, not
  /// a guess.
  default T or(T fallback) {
    return known().orElse(fallback);
  }
}
