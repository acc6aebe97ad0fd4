package org.vacuumadvisor.lab.freeze;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.Progress;

/// A server on which ages are compressed: the limit is 100 000 transaction IDs, the least that
/// PostgreSQL takes, and they are given out as fast as the test wants.
record FreezeBench(PostgresServer server, String database) implements AutoCloseable {
  static final long LIMIT = 100_000;

  static final String ZONE = "Pacific/Auckland";

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /// Autovacuum comes once in weeks.
  static FreezeBench quiet(Release release, String database) throws SQLException {
    return start(
        ServerSpec.of(release)
            .with(
                Map.of(
                    "autovacuum_naptime",
                    "2000000",
                    "autovacuum_freeze_max_age",
                    Long.toString(LIMIT),
                    "log_timezone",
                    ZONE)),
        database);
  }

  static FreezeBench start(ServerSpec spec, String database) throws SQLException {
    var server = PostgresServer.start(spec);
    server.execute("CREATE DATABASE " + database);
    return new FreezeBench(server, database);
  }

  void run(String... statements) throws SQLException {
    try (var connection = server.connect(database);
        var statement = connection.createStatement()) {
      for (var sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /// Gives out so many transaction IDs.
  void burn(long ids) throws SQLException {
    run(
        "SET synchronous_commit = off",
        "DO $$BEGIN FOR i IN 1 .. %d LOOP PERFORM txid_current(); COMMIT; END LOOP; END$$"
            .formatted(ids));
  }

  Survey survey() throws SourceException, InterruptedException {
    return server.source(database).survey(Databases.CURRENT, Progress.NONE);
  }

  /// The same survey, had it been taken earlier: time is compressed.
  static Survey earlier(Survey survey, Duration by) {
    return survey.takenAt(survey.takenAt().minus(by));
  }

  /// `age(relfrozenxid)` by name, as `regclass` writes it, of tables and materialized views.
  Map<String, Long> ages() throws SQLException {
    var ages = new HashMap<String, Long>();
    try (var connection = server.connect(database);
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "SELECT format('%I.%I', n.nspname, c.relname), age(c.relfrozenxid) FROM pg_class c"
                    + " JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'm')"
                    + " AND c.relfrozenxid <> 0")) {
      while (rows.next()) {
        ages.put(rows.getString(1), rows.getLong(2));
      }
    }
    return ages;
  }

  /// The first column of all rows.
  List<String> values(String query) throws SQLException {
    try (var connection = server.connect(database);
        var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      var values = new ArrayList<String>();
      while (rows.next()) {
        values.add(String.valueOf(rows.getString(1)));
      }
      return values;
    }
  }

  /// Waits until a query answers so.
  void await(String query, String expected) throws SQLException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    var seen = values(query);
    while (!seen.equals(List.of(expected))) {
      var last = seen;
      assertTrue(
          System.nanoTime() < end, () -> "waited in vain: %s says %s".formatted(query, last));
      LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
      seen = values(query);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
