package org.vacuumadvisor.lab.promise;

import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.vacuumadvisor.lab.experiment.Rival;
import org.vacuumadvisor.lab.experiment.Wal;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.lab.workload.Script;
import org.vacuumadvisor.lab.workload.Work;
import org.vacuumadvisor.lab.workload.WorkloadException;
import org.vacuumadvisor.lab.workload.WorkloadRunner;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.SettingSql;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.Window;

/// A server with its workload at work, and who counts. It is closed before its server.
final class Side implements AutoCloseable {
  private static final String SIZE =
      "SELECT pg_catalog.pg_database_size(pg_catalog.current_database())";
  private static final String NAPTIME =
      "SELECT setting FROM pg_catalog.pg_settings WHERE name = 'autovacuum_naptime'";

  /// Nothing waits for the disk, which others use too; all of autovacuum is logged.
  private static final Map<String, String> COMMON =
      Map.of(
          "fsync", "off",
          "synchronous_commit", "off",
          "max_wal_size", "4GB",
          "log_autovacuum_min_duration", "0");

  private final Rival rival;
  private final PostgresServer server;
  private final Work work;
  private final TableCounters counters;
  private final Map<String, String> failures = new LinkedHashMap<>();
  private List<String> statements = List.of();
  private Wal wal;

  private Side(Rival rival, PostgresServer server, Work work, TableCounters counters, Wal wal) {
    this.rival = rival;
    this.server = server;
    this.work = work;
    this.counters = counters;
    this.wal = wal;
  }

  /// Starts a server and fills it; nobody works on it yet.
  ///
  /// @param more settings beside those of the script
  static PostgresServer load(Script script, Release release, Map<String, String> more, long seed)
      throws SQLException, WorkloadException, InterruptedException {
    var settings = new HashMap<>(COMMON);
    settings.putAll(script.settings());
    settings.putAll(more);
    var server = PostgresServer.start(ServerSpec.of(release).with(settings));
    try {
      WorkloadRunner.load(script, "public", server::connect, seed);
      server.execute("CHECKPOINT");
      return server;
    } catch (SQLException | WorkloadException | InterruptedException | RuntimeException failure) {
      server.close();
      throw failure;
    }
  }

  /// Lets the work begin.
  static Side begin(Rival rival, Script script, PostgresServer server, long seed)
      throws SQLException, WorkloadException, InterruptedException {
    var counters = new TableCounters(server.connect());
    var work = Work.start(script, server::connect, seed);
    return new Side(rival, server, work, counters, wal(server));
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

  /// The statements by which its rival sets it up, who asks what its `autovacuum_naptime` is.
  List<String> setUp() throws SQLException {
    return rival.statements((int) number(NAPTIME));
  }

  /// Runs statements, and lets changed settings take effect.
  void run(List<String> all) throws SQLException {
    statements = all;
    for (var each : statements) {
      try (var connection = server.connect();
          var statement = connection.createStatement()) {
        statement.execute(each);
      } catch (SQLException failed) {
        failures.put(each, String.valueOf(failed.getMessage()));
      }
    }
    server.execute(SettingSql.reload());
  }

  /// Why a statement could not be run; empty where it was.
  Optional<String> failure(String statement) {
    return Optional.ofNullable(failures.get(statement));
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
  Match.Server measured() throws SQLException, WorkloadException, InterruptedException {
    var written = wal(server).since(wal);
    return new Match.Server(
        rival,
        statements,
        List.copyOf(failures.values()),
        new Measured(
            work.take(), number(SIZE), written.bytes(), counters.deadRows(), counters.vacuums()));
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
