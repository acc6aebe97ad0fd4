package org.vacuumadvisor.lab.page;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.util.PSQLWarning;
import org.vacuumadvisor.lab.server.PostgresServer;

/// A connection of a test, with the few things that tests of pages ask for.
final class Session implements AutoCloseable {
  private final Connection connection;

  Session(PostgresServer server) throws SQLException {
    connection = server.connect();
  }

  void execute(String... statements) throws SQLException {
    try (var statement = connection.createStatement()) {
      for (var sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /// The first column of the only row.
  String value(String query) throws SQLException {
    return rows(query).getFirst().getFirst();
  }

  int number(String query) throws SQLException {
    return (int) Long.parseLong(value(query));
  }

  /// All rows as text; null is the word `null`.
  List<List<String>> rows(String query) throws SQLException {
    var rows = new ArrayList<List<String>>();
    try (var statement = connection.createStatement();
        var found = statement.executeQuery(query)) {
      int columns = found.getMetaData().getColumnCount();
      while (found.next()) {
        var row = new ArrayList<String>();
        for (int column = 1; column <= columns; column++) {
          row.add(String.valueOf(found.getString(column)));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  /// The blocks of a table as they are in shared buffers.
  List<byte[]> pages(String table) throws SQLException {
    var query =
        """
        SELECT get_raw_page('%1$s', block::int)
        FROM generate_series(
            0, pg_relation_size('%1$s') / current_setting('block_size')::int - 1) block
        ORDER BY block
        """
            .formatted(table);
    var pages = new ArrayList<byte[]>();
    try (var statement = connection.createStatement();
        var found = statement.executeQuery(query)) {
      while (found.next()) {
        pages.add(found.getBytes(1));
      }
    }
    return pages;
  }

  /// What the statement says beside its result, as VACUUM VERBOSE does.
  String notices(String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
      var text = new StringBuilder();
      for (var notice = statement.getWarnings(); notice != null; notice = notice.getNextWarning()) {
        text.append(notice.getMessage()).append('\n');
        if (notice instanceof PSQLWarning warning) {
          text.append(warning.getServerErrorMessage().getDetail()).append('\n');
        }
      }
      return text.toString();
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
