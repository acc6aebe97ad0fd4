package org.vacuumadvisor.lab.promise;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.vacuumadvisor.lab.experiment.Wal;
import org.vacuumadvisor.lab.paced.Script;
import org.vacuumadvisor.lab.paced.Work;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.lab.workload.run.WorkloadException;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.ServerSource;

/// A server with its workload at work, and who counts.
final class Side implements AutoCloseable {
  /// Nothing waits for the disk, which others use too; all of autovacuum is logged.
  static final Map<String, String> COMMON =
      Map.of(
          "fsync", "off",
          "synchronous_commit", "off",
          "max_wal_size", "4GB",
          "log_autovacuum_min_duration", "0");

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

  /// Starts a server, fills it, and lets the work begin.
  static Side open(Script script, Release release, long seed)
      throws SQLException, WorkloadException, InterruptedException {
    var settings = new HashMap<>(COMMON);
    settings.putAll(script.settings());
    var server = PostgresServer.start(ServerSpec.of(release).with(settings));
    try {
      Work.load(script, server::connect);
      server.execute("CHECKPOINT");
      var counters = new TableCounters(server.connect());
      return new Side(server, Work.start(script, server::connect, seed), counters, wal(server));
    } catch (SQLException | WorkloadException | InterruptedException | RuntimeException failure) {
      server.close();
      throw failure;
    }
  }

  private static Wal wal(PostgresServer server) throws SQLException {
    try (var connection = server.connect()) {
      return Wal.now(connection);
    }
  }

  /// Looks at it as at any other server.
  ServerSource source() throws SourceException {
    return server.source();
  }

  Connection connect() throws SQLException {
    return server.connect();
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
    try (var connection = server.connect();
        var statement = connection.createStatement();
        var row = statement.executeQuery(SIZE)) {
      row.next();
      return new Measured(work.take(), row.getLong(1), written.bytes());
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
    } finally {
      server.close();
    }
  }
}
