package org.vacuumadvisor.fleet.archive;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A row that a query of the archive gave. What is null there is empty here.
public final class ArchiveRow {
  private final List<String> names;
  private final @Nullable Object[] cells;

  ArchiveRow(List<String> names, @Nullable Object[] cells) {
    this.names = names;
    this.cells = cells;
  }

  /// The names of its columns, in their order.
  public List<String> columns() {
    return names;
  }

  /// What stands in a column; null where it is not known.
  public @Nullable Object value(String column) {
    return cell(column);
  }

  /// The same, but for some columns.
  public ArchiveRow without(String... columns) {
    var kept = names.stream().filter(each -> !List.of(columns).contains(each)).toList();
    return new ArchiveRow(kept, kept.stream().map(this::cell).toArray());
  }

  public Optional<String> text(String column) {
    return Optional.ofNullable(cell(column)).map(Object::toString);
  }

  public OptionalLong count(String column) {
    return switch (cell(column)) {
      case null -> OptionalLong.empty();
      case BigInteger number -> OptionalLong.of(number.longValue());
      case Number number -> OptionalLong.of(number.longValue());
      case Object other -> throw new IllegalStateException(column + " is no number: " + other);
    };
  }

  public OptionalDouble real(String column) {
    return switch (cell(column)) {
      case null -> OptionalDouble.empty();
      case BigDecimal number -> OptionalDouble.of(number.doubleValue());
      case Number number -> OptionalDouble.of(number.doubleValue());
      case Object other -> throw new IllegalStateException(column + " is no number: " + other);
    };
  }

  public Optional<Boolean> flag(String column) {
    return Optional.ofNullable((Boolean) cell(column));
  }

  public Optional<Instant> time(String column) {
    return Optional.ofNullable(cell(column))
        .map(
            value -> value instanceof OffsetDateTime moment ? moment.toInstant() : (Instant) value);
  }

  /// The seconds of a column as a duration.
  public Optional<Duration> seconds(String column) {
    var seconds = real(column);
    return seconds.isPresent()
        ? Optional.of(Duration.ofMillis(Math.round(seconds.getAsDouble() * 1000)))
        : Optional.empty();
  }

  Optional<LocalDate> day(String column) {
    return Optional.ofNullable((LocalDate) cell(column));
  }

  private @Nullable Object cell(String column) {
    int at = names.indexOf(column);
    if (at < 0) {
      throw new IllegalArgumentException("The query has no column " + column);
    }
    return cells[at];
  }
}
