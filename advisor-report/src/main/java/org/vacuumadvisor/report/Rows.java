package org.vacuumadvisor.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/// The rows of a grid, one for each thing: each column says how it is headed and what it tells of a
/// thing.
public final class Rows<T> {
  private final List<T> things;
  private final List<Part.Column> columns = new ArrayList<>();
  private final List<Function<? super T, String>> cells = new ArrayList<>();

  private Rows(Stream<T> things) {
    this.things = things.toList();
  }

  public static <T> Rows<T> of(Stream<T> things) {
    return new Rows<>(things);
  }

  /// A column of words.
  public Rows<T> text(String title, Function<? super T, String> cell) {
    return column(Part.Column.text(title), cell);
  }

  /// A column of figures.
  public Rows<T> number(String title, Function<? super T, String> cell) {
    return column(Part.Column.number(title), cell);
  }

  private Rows<T> column(Part.Column column, Function<? super T, String> cell) {
    columns.add(column);
    cells.add(cell);
    return this;
  }

  public Part.Grid grid() {
    return new Part.Grid(
        columns,
        things.stream()
            .map(thing -> cells.stream().map(cell -> cell.apply(thing)).toList())
            .toList());
  }

  /// The grid; nothing where there are no rows.
  public Stream<Part> ifAny() {
    return things.isEmpty() ? Stream.empty() : Stream.of(grid());
  }
}
