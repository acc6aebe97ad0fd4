package org.vacuumadvisor.gui.tables;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.unit.Share;

/// The list of tables as CSV (RFC 4180): figures as plain numbers, times in ISO 8601. What a
/// spreadsheet would take for a formula is marked as text with an apostrophe, for names come from
/// the server.
final class TableCsv {
  private static final String END = "\r\n";
  private static final String FORMULA_STARTS = "=+-@\t\r\n|%";

  private TableCsv() {}

  static String of(List<Field> fields, List<TableLine> rows, Instant now) {
    var csv = new StringBuilder();
    csv.append(fields.stream().map(TableCsv::title).collect(Collectors.joining(","))).append(END);
    for (var row : rows) {
      csv.append(fields.stream().map(each -> cell(each, row, now)).collect(Collectors.joining(",")))
          .append(END);
    }
    return csv.toString();
  }

  private static String title(Field field) {
    return quoted(
        switch (field) {
          case SIZE, HEAP_SIZE, INDEX_SIZE, TOAST_SIZE, GROWTH -> field.title() + " (bytes)";
          case BLOAT, INDEX_BLOAT -> field.title() + " (share)";
          case LAST_VACUUM, LAST_ANALYZE -> field.title() + " (UTC)";
          case TABLE,
              DATABASE,
              KIND,
              WORKLOAD,
              DEAD_ROWS,
              AGE,
              FINDINGS,
              LIVE_ROWS,
              INSERTED,
              CHANGED,
              MULTIXACT_AGE,
              VACUUMS ->
              field.title();
        });
  }

  private static String cell(Field field, TableLine row, Instant now) {
    return switch (field) {
      case TABLE, DATABASE, KIND, WORKLOAD, FINDINGS -> quoted(field.text(row, now));
      case SIZE,
          HEAP_SIZE,
          INDEX_SIZE,
          TOAST_SIZE,
          DEAD_ROWS,
          AGE,
          LIVE_ROWS,
          INSERTED,
          CHANGED,
          MULTIXACT_AGE,
          VACUUMS,
          BLOAT,
          INDEX_BLOAT,
          GROWTH,
          LAST_VACUUM,
          LAST_ANALYZE ->
          plain(field.value(row));
    };
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
