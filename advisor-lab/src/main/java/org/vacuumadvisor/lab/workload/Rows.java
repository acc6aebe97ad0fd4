package org.vacuumadvisor.lab.workload;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/// Small ways with statements.
final class Rows {
  private Rows() {}

  /// Reads what is wanted from the row that the cursor is on.
  interface Reader<T> {
    T read(ResultSet row) throws SQLException;
  }

  /// Sets the first parameters.
  static void set(PreparedStatement statement, int... values) throws SQLException {
    for (int at = 0; at < values.length; at++) {
      statement.setInt(at + 1, values[at]);
    }
  }

  /// Reads the first row.
  ///
  /// @throws SQLException also if there is none: the tables are not those that were loaded
  static <T> T one(PreparedStatement query, Reader<T> reader) throws SQLException {
    try (var rows = query.executeQuery()) {
      if (!rows.next()) {
        throw new SQLException(
            "A row is missing. Were the tables loaded with another scale? " + query, "02000");
      }
      return reader.read(rows);
    }
  }

  /// Fetches all rows and drops them.
  static void drain(PreparedStatement query) throws SQLException {
    try (var rows = query.executeQuery()) {
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        rows.getObject(columns);
      }
    }
  }
}
