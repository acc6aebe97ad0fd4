package org.vacuumadvisor.lab.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.postgres.Release;

/// Beside a session that holds the horizon there are others, which are left alone.
class InnocentSessionsTest {
  private static final Duration LONG = Duration.ofMinutes(6);

  static List<Release> releases() {
    return FaultyServers.releases();
  }

  @ParameterizedTest
  @MethodSource("releases")
  void endsTheHolderAloneAndLetsADumpFinish(Release release) throws Exception {
    try (var server = PostgresServer.start(FaultyServers.patient(release));
        var bench = Bench.on(server, "several").table("t");
        var dump = bench.connect();
        var holder = bench.connect();
        var younger = bench.connect()) {
      open(dump, "pg_dump", "SELECT 1");
      server.execute("SELECT txid_current()");
      open(holder, "webapp", "SELECT txid_current()");
      server.execute("SELECT txid_current()");
      open(younger, "report", "SELECT txid_current()");
      bench.kill("t", Bench.ROWS).run("VACUUM t");

      var judged = Judged.later(LONG, bench);

      assertEquals(List.of("webapp"), ended(judged, bench), judged::told);
      assertTrue(
          judged.assessment().recommendations().stream()
              .anyMatch(each ->
                  each.title().startsWith("Let session") && each.title().endsWith("finish")),
          judged::told);
      judged.obey(server);
      assertFalse(holder.isValid(2));
      assertTrue(dump.isValid(2) && younger.isValid(2));
    }
  }

  /// Of a pool those are ended that are idle, by one statement; one that goes on is left alone.
  @ParameterizedTest
  @MethodSource("releases")
  void endsThePoolsIdleSessionsTogether(Release release) throws Exception {
    try (var server = PostgresServer.start(FaultyServers.patient(release));
        var bench = Bench.on(server, "pool").table("t");
        var one = bench.connect();
        var two = bench.connect();
        var three = bench.connect()) {
      for (var each : List.of(one, two, three)) {
        open(each, "webapp", "SELECT txid_current()");
      }
      // so that each is old enough by itself
      SlotsAndStandbysTest.burn(bench);
      bench.kill("t", Bench.ROWS).run("VACUUM t");
      var judged = Judged.later(LONG, bench);
      assertEquals(
          List.of(2),
          judged.assessment().problems().stream().map(each -> each.alike().size()).toList(),
          judged::told);
      assertEquals(3, ended(judged, bench).size(), judged::told);

      two.commit();
      open(two, "webapp", "SELECT txid_current()");
      judged.obey(server);

      assertFalse(one.isValid(2) || three.isValid(2));
      assertTrue(two.isValid(2));
    }
  }

  /// The statement that was recommended does nothing once the transaction is another.
  @ParameterizedTest
  @MethodSource("releases")
  void endsNobodyWhoHasMovedOn(Release release) throws Exception {
    try (var server = PostgresServer.start(FaultyServers.patient(release));
        var bench = Bench.on(server, "moved").table("t");
        var holder = bench.connect()) {
      open(holder, "webapp", "SELECT txid_current()");
      bench.kill("t", Bench.ROWS).run("VACUUM t");
      var judged = Judged.later(LONG, bench);
      assertEquals(List.of("webapp"), ended(judged, bench), judged::told);

      holder.commit();
      open(holder, "webapp", "SELECT txid_current()");
      judged.obey(server);

      assertTrue(holder.isValid(2));
    }
  }

  /// Who keeps an advisory lock keeps it on purpose, such as the one of two schedulers that is at
  /// work: the other one waits in a statement, whose snapshot keeps rows.
  @ParameterizedTest
  @MethodSource("releases")
  void cancelsWhoWaitsForAnAdvisoryLockAndLeavesItsOwnerAlone(Release release) throws Exception {
    try (var server = PostgresServer.start(FaultyServers.patient(release));
        var bench = Bench.on(server, "leader").table("t");
        var owner = bench.connect();
        var spare = bench.connect();
        var lock = owner.createStatement()) {
      lock.execute("SELECT pg_advisory_lock(7)");
      var waits = bench.waiting(spare, "SELECT pg_advisory_lock(7)", "advisory", 1);
      bench.kill("t", Bench.ROWS).run("VACUUM t");

      var judged = Judged.later(LONG, bench);
      assertTrue(judged.told().contains("pg_try_advisory_lock"), judged::told);
      judged.obey(server);

      waits.join(Duration.ofSeconds(20));
      assertFalse(waits.isAlive(), judged::told);
      assertTrue(owner.isValid(2) && spare.isValid(2), judged::told);
    }
  }

  /// The applications whose sessions a recommended statement would end.
  private static List<String> ended(Judged judged, Bench bench) {
    return judged.assessment().recommendations().stream()
        .flatMap(each -> each.sql().stream())
        .filter(sql -> sql.contains("pg_terminate_backend"))
        .flatMap(sql -> application(sql, bench))
        .toList();
  }

  private static Stream<String> application(String sql, Bench bench) {
    try {
      return bench
          .values(
              sql.replace("pg_catalog.pg_terminate_backend(pid)", "application_name")
                  .replace(";", ""))
          .stream();
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }

  private static void open(Connection connection, String application, String sql)
      throws SQLException {
    try (var statement = connection.createStatement()) {
      // the snapshot of a dump stays, that of the others goes with each statement
      connection.setTransactionIsolation(
          application.equals("pg_dump")
              ? Connection.TRANSACTION_REPEATABLE_READ
              : Connection.TRANSACTION_READ_COMMITTED);
      connection.setAutoCommit(false);
      statement.execute("SET application_name = '%s'".formatted(application));
      statement.execute(sql);
      // ends the portal of the query before, and with it its snapshot
      statement.execute("SET LOCAL work_mem = '4MB'");
    }
  }
}
