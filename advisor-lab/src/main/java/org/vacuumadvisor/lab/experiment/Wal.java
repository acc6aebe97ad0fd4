package org.vacuumadvisor.lab.experiment;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.OptionalLong;

/// Write-ahead log that a server has written: since some start, or between two moments.
///
/// @param bytes by the position of the log
/// @param fullPageImages empty before 14, which does not count them
public record Wal(long bytes, OptionalLong fullPageImages) {
  private static final String NOW =
      """
      SELECT pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_current_wal_insert_lsn(), '0/0')::bigint,
             pg_catalog.to_regclass('pg_catalog.pg_stat_wal') IS NOT NULL\
      """;

  public static Wal now(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var row = statement.executeQuery(NOW)) {
      row.next();
      long bytes = row.getLong(1);
      return new Wal(bytes, row.getBoolean(2) ? fullPageImages(connection) : OptionalLong.empty());
    }
  }

  private static OptionalLong fullPageImages(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var row = statement.executeQuery("SELECT wal_fpi FROM pg_catalog.pg_stat_wal")) {
      return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
    }
  }

  public Wal since(Wal older) {
    return new Wal(
        bytes - older.bytes,
        fullPageImages.isPresent() && older.fullPageImages.isPresent()
            ? OptionalLong.of(fullPageImages.getAsLong() - older.fullPageImages.getAsLong())
            : OptionalLong.empty());
  }
}
