package org.vacuumadvisor.lab.workload;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/// Rows on their way into a table by `COPY`, in text format.
///
/// Closing without [#finish] cancels the copy.
final class CopyRows implements AutoCloseable {
  private static final int BUFFER = 1 << 16;
  private static final int REPORT_EVERY = 10_000;

  private final CopyIn copy;
  private final String table;
  private final long expected;
  private final Consumer<? super Progress> progress;
  private final StringBuilder buffer = new StringBuilder(BUFFER + 1024);
  private long rows;

  /// @param copy the statement, from `COPY` to `FROM STDIN` and its options
  CopyRows(
      Connection connection,
      String copy,
      String table,
      long expected,
      Consumer<? super Progress> progress)
      throws SQLException {
    this.copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(copy);
    this.table = table;
    this.expected = expected;
    this.progress = progress;
  }

  /// Adds a row.
  ///
  /// @param values by their `toString`; null is NULL
  void row(@Nullable Object... values) throws SQLException {
    for (int column = 0; column < values.length; column++) {
      if (column > 0) {
        buffer.append('\t');
      }
      append(values[column]);
    }
    buffer.append('\n');
    rows++;
    if (buffer.length() >= BUFFER) {
      send();
    }
    if (rows % REPORT_EVERY == 0) {
      progress.accept(new Progress.Loading(table, rows, expected));
    }
  }

  /// Ends the copy; the rows are in the table.
  void finish() throws SQLException {
    send();
    copy.endCopy();
    progress.accept(new Progress.Loading(table, rows, rows));
  }

  @Override
  public void close() throws SQLException {
    if (copy.isActive()) {
      copy.cancelCopy();
    }
  }

  private void append(@Nullable Object value) {
    if (value == null) {
      buffer.append("\\N");
      return;
    }
    var text = value.toString();
    for (int at = 0; at < text.length(); at++) {
      char character = text.charAt(at);
      switch (character) {
        case '\\' -> buffer.append("\\\\");
        case '\t' -> buffer.append("\\t");
        case '\n' -> buffer.append("\\n");
        case '\r' -> buffer.append("\\r");
        default -> buffer.append(character);
      }
    }
  }

  private void send() throws SQLException {
    var bytes = buffer.toString().getBytes(StandardCharsets.UTF_8);
    copy.writeToCopy(bytes, 0, bytes.length);
    buffer.setLength(0);
  }
}
