package org.vacuumadvisor.fleet.archive;

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
    return cell(column) instanceof Number number
        ? OptionalLong.of(number.longValue())
        : OptionalLong.empty();
  }

  public OptionalDouble real(String column) {
    return cell(column) instanceof Number number
        ? OptionalDouble.of(number.doubleValue())
        : OptionalDouble.empty();
  }

  public Optional<Boolean> flag(String column) {
    return Optional.ofNullable((Boolean) cell(column));
  }

  public Optional<Instant> time(String column) {
    return Optional.ofNullable(cell(column))
        .map(each -> each instanceof OffsetDateTime moment ? moment.toInstant() : (Instant) each);
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
