package org.vacuumadvisor.gui.part;

import java.math.BigDecimal;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.unit.Share;

/// A table as CSV (RFC 4180): figures as plain numbers, times in ISO 8601. What a spreadsheet would
/// take for a formula is marked as text with an apostrophe, for names come from the server.
final class Csv {
  private static final String END = "\r\n";
  private static final String FORMULA_STARTS = "=+-@\t\r\n|%";

  private Csv() {}

  static <R> String of(List<Column<R>> columns, List<R> rows) {
    var csv = new StringBuilder(line(columns, Csv::title));
    rows.forEach(row -> csv.append(line(columns, each -> cell(each, row))));
    return csv.toString();
  }

  private static <R> String line(List<Column<R>> columns, Function<Column<R>, String> cell) {
    return columns.stream().map(cell).collect(Collectors.joining(",", "", END));
  }

  private static String title(Column<?> column) {
    return quoted(
        column.unit.isEmpty() ? column.title : "%s (%s)".formatted(column.title, column.unit));
  }

  private static <R> String cell(Column<R> column, R row) {
    return column.isFigure ? plain(column.key.apply(row)) : quoted(column.words.apply(row));
  }

  private static String plain(@Nullable Object value) {
    return switch (value) {
      case null -> "";
      case Share share -> BigDecimal.valueOf(share.fraction()).toPlainString();
      case Double number -> BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
      default -> value.toString();
    };
  }

  private static String quoted(String text) {
    boolean isFormula = !text.isEmpty() && FORMULA_STARTS.indexOf(text.charAt(0)) >= 0;
    var safe = isFormula ? "'" + text : text;
    boolean isPlain = safe.chars().noneMatch(c -> c == '"' || c == ',' || c < ' ' || c == ';');
    return isPlain ? safe : '"' + safe.replace("\"", "\"\"") + '"';
  }
}
