package org.vacuumadvisor.report.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.RunSink;

/// Runs as a table for spreadsheets and databases: CSV of RFC 4180, a line a run. Runs go out as
/// they come. What a run does not say is empty. Text that a spreadsheet would take for a formula
/// has an apostrophe before it.
public final class CsvRuns implements RunSink {
  private final Writer to;

  /// Writes the head.
  public CsvRuns(Writer to) {
    this.to = to;
    write(RunColumn.ALL.stream().map(RunColumn::name).collect(Collectors.joining(",")));
  }

  /// @throws UncheckedIOException if it cannot be written
  @Override
  public void run(Run run) {
    write(
        RunColumn.ALL.stream()
            .map(column -> cell(column.value().apply(run)))
            .collect(Collectors.joining(",")));
  }

  @Override
  public void notice(Notice notice) {
    // a line is a run
  }

  private static String cell(@Nullable Object value) {
    return switch (value) {
      case null -> "";
      case String text -> quoted(text);
      default -> value.toString();
    };
  }

  private static String quoted(String text) {
    var harmless = !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
    boolean isPlain = harmless.chars().noneMatch(each -> each == ',' || each == '"' || each < ' ');
    return isPlain ? harmless : '"' + harmless.replace("\"", "\"\"") + '"';
  }

  private void write(String line) {
    try {
      to.write(line);
      to.write("\r\n");
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
