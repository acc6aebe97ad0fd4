package org.vacuumadvisor.fleet.history;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.unit.Quantities;

/// Rows of the past as a table for people; what is not known is said to be.
final class Listing {
  static final String UNKNOWN = "not known";

  private Listing() {}

  /// A column, and what stands in it.
  record Shown<T>(Part.Column column, Function<T, String> cell) {}

  static <T> Shown<T> text(String title, Function<T, String> cell) {
    return new Shown<>(Part.Column.text(title), cell);
  }

  static <T> Shown<T> number(String title, Function<T, String> cell) {
    return new Shown<>(Part.Column.number(title), cell);
  }

  /// The cluster that a row is of.
  static Shown<ArchiveRow> cluster() {
    return text("Cluster", row -> row.text("cluster").orElse(""));
  }

  /// A count of the archive.
  static Shown<ArchiveRow> count(String title, String column) {
    return number(title, row -> count(row.count(column)));
  }

  static String count(OptionalLong count) {
    return count.isPresent() ? Quantities.count(count.getAsLong()) : UNKNOWN;
  }

  static String seconds(OptionalDouble seconds) {
    return seconds.isPresent() ? Quantities.seconds(seconds.getAsDouble()) : UNKNOWN;
  }

  /// The table; nothing where there are no rows.
  static <T> List<Part> of(String title, List<T> rows, List<Shown<T>> columns) {
    return rows.isEmpty()
        ? List.of()
        : List.of(
            new Part.Heading(title),
            new Part.Grid(
                columns.stream().map(Shown::column).toList(),
                rows.stream()
                    .map(row -> columns.stream().map(each -> each.cell().apply(row)).toList())
                    .toList()));
  }
}
