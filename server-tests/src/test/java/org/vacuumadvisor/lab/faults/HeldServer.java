package org.vacuumadvisor.lab.faults;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.vacuumadvisor.lab.server.PostgresServer;

/// A server with an open transaction of every [Shape] in a database of its own, and a table in each
/// whose rows died since and were vacuumed since.
final class HeldServer implements AutoCloseable {
  static final String MONITOR = "monitor";
  static final String ORDINARY = "ordinary";

  private static final int RAISED_ROWS = 10_000;

  private final PostgresServer server;
  private final Map<Shape, Bench> benches = new EnumMap<>(Shape.class);
  private final List<Connection> sessions = new ArrayList<>();
  private final List<Thread> busy = new ArrayList<>();

  private HeldServer(PostgresServer server) {
    this.server = server;
  }

  static HeldServer of(PostgresServer server) throws SQLException {
    var held = new HeldServer(server);
    server.execute(
        "CREATE ROLE " + ORDINARY + " LOGIN",
        "CREATE ROLE " + MONITOR + " LOGIN",
        "DO $$BEGIN GRANT pg_monitor TO monitor; EXCEPTION WHEN undefined_object THEN END$$");
    for (var shape : Shape.values()) {
      held.benches.put(shape, Bench.on(server, shape.database()).table("t").table("raised"));
    }
    for (var shape : Shape.values()) {
      held.hold(shape);
      server.execute("SELECT txid_current()");
    }
    for (var bench : held.benches.values()) {
      bench
          .run("ALTER TABLE raised SET (autovacuum_vacuum_threshold = 40000)")
          .kill("raised", RAISED_ROWS)
          .kill("t", Bench.ROWS);
    }
    for (var shape : Shape.HARMFUL) {
      held.bench(shape).run("VACUUM t");
      held.bench(shape).await("a vacuum", vacuumsOfT(), "2");
    }
    return held;
  }

  private static String vacuumsOfT() {
    return "SELECT vacuum_count FROM pg_stat_user_tables WHERE relname = 't'";
  }

  private void hold(Shape shape) throws SQLException {
    var session = bench(shape).connect();
    sessions.add(session);
    var statement = session.createStatement();
    statement.execute("SET application_name = 'holder'");
    for (var sql : shape.statements()) {
      statement.execute(sql);
    }
    if (!shape.last().isEmpty()) {
      busy.add(Bench.inBackground(session, shape.last()));
      bench(shape)
          .await(
              "a statement that runs",
              "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'holder' AND state ="
                  + " 'active' AND backend_xmin IS NOT NULL AND datname = current_database()",
              "1");
    }
  }

  Bench bench(Shape shape) {
    return Optional.ofNullable(benches.get(shape))
        .orElseThrow(() -> new NoSuchElementException(shape.name()));
  }

  /// Waits until the youngest of the holders has held for a moment.
  void awaitHeldLong() throws SQLException {
    bench(Shape.STATEMENT)
        .await(
            "time to pass",
            "SELECT least((SELECT min(clock_timestamp() - xact_start) FROM pg_stat_activity WHERE"
                + " application_name = 'holder' AND state <> 'idle'), (SELECT min(clock_timestamp()"
                + " - prepared) FROM pg_prepared_xacts)) > '1 s'",
            "t");
  }

  /// Waits until the holder of that shape is gone.
  void awaitReleased(Shape shape) throws SQLException {
    bench(shape)
        .await(
            "the end of " + shape,
            "SELECT (SELECT count(*) FROM pg_stat_activity WHERE application_name = 'holder' AND"
                + " state <> 'idle' AND datname = current_database()) + (SELECT count(*) FROM"
                + " pg_prepared_xacts WHERE database = current_database())",
            "0");
  }

  @Override
  public void close() throws SQLException {
    for (var session : sessions) {
      session.abort(Runnable::run);
    }
    server.close();
    for (var each : busy) {
      try {
        each.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
