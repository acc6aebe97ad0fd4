package org.vacuumadvisor.fleet.archive;

import java.io.Closeable;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.UUID;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.SourceException;

/// An empty DuckDB in this process, bounded in memory, that reads and writes Parquet. It loads no
/// extension and reaches for no network.
final class Duck implements Closeable {
  private static final String MEMORY = "512MB";

  private final DuckDBConnection connection;

  private Duck(DuckDBConnection connection) {
    this.connection = connection;
  }

  /// What does not fit into memory goes to the folder for temporary files.
  static Duck open() throws SourceException {
    try {
      var connection = (DuckDBConnection) DriverManager.getConnection("jdbc:duckdb:", streaming());
      var duck = new Duck(connection);
      duck.run("SET autoinstall_known_extensions = false");
      duck.run("SET autoload_known_extensions = false");
      duck.run("SET memory_limit = '%s'".formatted(MEMORY));
      duck.run("SET threads = 2");
      duck.run("SET preserve_insertion_order = false");
      duck.run("SET TimeZone = 'UTC'");
      duck.run("SET temp_directory = " + literal(spill()));
      return duck;
    } catch (SQLException failed) {
      throw new SourceException(
          "DuckDB, which reads and writes the archive, does not start: %s."
              .formatted(Damage.firstLine(failed)),
          failed);
    } catch (LinkageError unsupported) {
      var cause = unsupported.getCause() == null ? unsupported : unsupported.getCause();
      throw new SourceException(
          "DuckDB, which reads and writes the archive, cannot be loaded on %s, %s: %s. Its code is in a package of its own, vacuum-advisor-archive, or unpacked to %s, which needs 110 MB of room."
              .formatted(
                  System.getProperty("os.name"),
                  System.getProperty("os.arch"),
                  TerminalText.escaped(String.valueOf(cause.getMessage())),
                  System.getProperty("java.io.tmpdir")),
          unsupported);
    }
  }

  /// A folder of its own: two of these would write to the same files.
  private static String spill() {
    return Path.of(System.getProperty("java.io.tmpdir"), "vacuum-advisor-" + UUID.randomUUID())
        .toString();
  }

  /// Rows are fetched while they are read, instead of all before the first.
  private static Properties streaming() {
    var properties = new Properties();
    properties.setProperty(DuckDBDriver.JDBC_STREAM_RESULTS, "true");
    return properties;
  }

  /// The connection, for rows that are appended.
  DuckDBConnection connection() {
    return connection;
  }

  void run(String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /// All rows of a query.
  List<ArchiveRow> query(String sql, List<?> parameters) throws SQLException {
    var rows = new ArrayList<ArchiveRow>();
    each(sql, parameters, rows::add);
    return rows;
  }

  /// What a query counts as `n`.
  long count(String sql) throws SQLException {
    return query(sql, List.of()).getFirst().count("n").orElseThrow();
  }

  /// The rows of a query one by one.
  <X extends Exception> void each(String sql, List<?> parameters, Archive.Taker<X> taker)
      throws SQLException, X {
    try (var statement = connection.prepareStatement(sql)) {
      for (int at = 0; at < parameters.size(); at++) {
        statement.setObject(at + 1, parameters.get(at));
      }
      try (var result = statement.executeQuery()) {
        var names = new ArrayList<String>();
        for (int at = 1; at <= result.getMetaData().getColumnCount(); at++) {
          names.add(result.getMetaData().getColumnName(at).toLowerCase(Locale.ROOT));
        }
        while (result.next()) {
          var cells = new @Nullable Object[names.size()];
          for (int at = 0; at < cells.length; at++) {
            var cell = result.getObject(at + 1);
            cells[at] = cell instanceof Timestamp moment ? moment.toInstant() : cell;
          }
          taker.take(new ArchiveRow(names, cells));
        }
      }
    }
  }

  static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException _) {
      // Nothing was in it that is not in files.
    }
  }
}
