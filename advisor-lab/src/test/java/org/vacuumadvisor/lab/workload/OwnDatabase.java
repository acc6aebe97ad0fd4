package org.vacuumadvisor.lab.workload;

import static org.junit.jupiter.api.Assertions.fail;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.LongPredicate;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.lab.server.SharedServers;
import org.vacuumadvisor.postgres.Release;

/// A database for one test, on a server that tests share.
public final class OwnDatabase implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final PostgresServer server;
  private final String name;

  private OwnDatabase(PostgresServer server, String name) {
    this.server = server;
    this.name = name;
  }

  public static OwnDatabase on(Release release) throws SQLException {
    var server = SharedServers.on(ServerSpec.of(release).with("cluster_name", "workloads"));
    var name = "workload_" + UUID.randomUUID().toString().replace("-", "");
    server.execute("CREATE DATABASE " + name);
    return new OwnDatabase(server, name);
  }

  public Connection open() throws SQLException {
    return server.connect(name);
  }

  /// The number that a query in this database gives.
  public long number(String query) throws SQLException {
    try (var connection = open()) {
      return number(connection, query);
    }
  }

  /// The number that a query in this database gives, for tables of that schema.
  public long number(String schema, String query) throws SQLException {
    try (var connection = open()) {
      connection.setSchema(schema);
      return number(connection, query);
    }
  }

  /// How many sessions there are in this database.
  public long sessions() throws SQLException {
    try (var connection = server.connect()) {
      return number(
          connection, "SELECT count(*) FROM pg_stat_activity WHERE datname = '" + name + "'");
    }
  }

  /// Waits until a number of the server is as wanted; counters arrive late.
  public static void await(String what, Callable<Long> number, LongPredicate wanted)
      throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    long last = number.call();
    while (!wanted.test(last)) {
      if (System.nanoTime() > end) {
        fail(what + " is " + last);
      }
      Thread.sleep(10);
      last = number.call();
    }
  }

  @Override
  public void close() throws SQLException {
    server.execute("DROP DATABASE " + name);
  }

  private static long number(Connection connection, String query) throws SQLException {
    try (var statement = connection.createStatement();
        var row = statement.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    }
  }
}
