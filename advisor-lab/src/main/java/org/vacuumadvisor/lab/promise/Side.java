package org.vacuumadvisor.lab.promise;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.vacuumadvisor.lab.experiment.Wal;
import org.vacuumadvisor.lab.paced.Script;
import org.vacuumadvisor.lab.paced.Work;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.workload.run.WorkloadException;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.Window;

/// A server with its workload at work, and who counts.
final class Side implements AutoCloseable {
  private static final String SIZE =
      "SELECT pg_catalog.pg_database_size(pg_catalog.current_database())";

  private final PostgresServer server;
  private final Work work;
  private final TableCounters counters;
  private Wal wal;

  private Side(PostgresServer server, Work work, TableCounters counters, Wal wal) {
    this.server = server;
    this.work = work;
    this.counters = counters;
    this.wal = wal;
  }

  static Side begin(Script script, PostgresServer server, long seed)
      throws SQLException, WorkloadException, InterruptedException {
    var counters = new TableCounters(server.connect());
    return new Side(server, Work.start(script, server::connect, seed), counters, wal(server));
  }

  private static Wal wal(PostgresServer server) throws SQLException {
    try (var connection = server.connect()) {
      return Wal.now(connection);
    }
  }

  /// Looks at it as at any other server, and once more after this time.
  Window window(Duration sample) throws SourceException, InterruptedException {
    return server.source().sample(Databases.CURRENT, sample, (_, _, _) -> {});
  }

  /// Runs a statement.
  ///
  /// @return why it could not be run; empty where it was
  Optional<String> run(String sql) {
    try (var connection = server.connect();
        var statement = connection.createStatement()) {
      statement.execute(sql);
      return Optional.empty();
    } catch (SQLException failed) {
      return Optional.of(String.valueOf(failed.getMessage()));
    }
  }

  /// The server's `autovacuum_naptime`.
  int naptimeSeconds() throws SQLException {
    return (int)
        number("SELECT setting FROM pg_catalog.pg_settings WHERE name = 'autovacuum_naptime'");
  }

  /// Lets changed settings of the server take effect.
  void reload() throws SQLException {
    server.execute("SELECT pg_catalog.pg_reload_conf()");
  }

  TableCounters counters() {
    return counters;
  }

  /// Forgets what was measured until now.
  void restart() throws SQLException, WorkloadException, InterruptedException {
    counters.restart();
    work.take();
    wal = wal(server);
  }

  /// What was measured since.
  Measured measured() throws SQLException, WorkloadException, InterruptedException {
    var written = wal(server).since(wal);
    return new Measured(
        work.take(), number(SIZE), written.bytes(), counters.deadRows(), counters.vacuums());
  }

  private long number(String query) throws SQLException {
    try (var connection = server.connect();
        var statement = connection.createStatement();
        var row = statement.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    }
  }

  @Override
  public void close() {
    try {
      work.close();
      counters.close();
    } catch (SQLException _) {
      // The connection is gone with the server.
      return;
    }
  }
}
