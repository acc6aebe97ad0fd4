package org.vacuumadvisor.report.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.RunSink;
import org.vacuumadvisor.unit.Share;

/// Runs as a table for spreadsheets and databases: CSV of RFC 4180, a line a run. Runs go out as
/// they come. What a run does not say is empty. Text that a spreadsheet would take for a formula
/// has an apostrophe before it.
public final class CsvRuns implements RunSink {
  private static final String FORMULA_STARTS = "=+-@\t\r\n|%";

  private final Writer to;

  /// Writes the head.
  public CsvRuns(Writer to) {
    this.to = to;
    write(line(RunColumn.ALL.stream().map(RunColumn::name)));
  }

  /// @throws UncheckedIOException if it cannot be written
  @Override
  public void run(Run run) {
    write(
        line(
            RunColumn.ALL.stream()
                .map(column -> Objects.requireNonNullElse(column.value().apply(run), ""))));
  }

  @Override
  public void notice(Notice notice) {
    // a line is a run
  }

  /// A line with its end.
  public static String line(Stream<?> cells) {
    return cells.map(CsvRuns::cell).collect(Collectors.joining(",", "", "\r\n"));
  }

  private static String cell(Object value) {
    return switch (value) {
      case String text -> quoted(text);
      case Share share -> cell(share.fraction());
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

  private void write(String line) {
    try {
      to.write(line);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
