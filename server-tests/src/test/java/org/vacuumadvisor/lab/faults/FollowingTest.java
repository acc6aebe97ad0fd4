package org.vacuumadvisor.lab.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.postgres.Release;

/// Whoever runs what the plan says, in the order it says, ends with a healthy server, and nobody
/// else is harmed: several faults of one server at a time, each alone, and all of them.
class FollowingTest {
  /// Longer than a transaction may be idle, prepared, or a slot unread.
  private static final Duration LONG = Duration.ofHours(2);

  private static final String FACTOR = "autovacuum_vacuum_scale_factor";

  /// What can be wrong with a server.
  enum Fault {
    HELD,
    SLOT,
    FACTOR_TOO_HIGH,
    SWITCHED_OFF,
    PREPARED,
    NOT_LOADED
  }

  record Case(Release release, Set<Fault> faults) {}

  static Stream<Case> cases() {
    return FaultyServers.releases().stream()
        .flatMap(release ->
            Stream.concat(
                    Stream.of(Fault.values()).map(EnumSet::of),
                    Stream.of(EnumSet.allOf(Fault.class)))
                .map(faults -> new Case(release, faults)));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void endsHealthyAndHarmsNobody(Case each) throws Exception {
    var server = FaultyServers.own(each.release(), FollowingTest.class);
    try (var bench = Bench.on(server, "followed").table("t").table("off");
        var holder = bench.connect();
        var innocent = bench.connect()) {
      try {
        run(innocent, "SET application_name = 'innocent'");
        for (var fault : each.faults()) {
          stage(fault, bench, holder);
        }
        var before = Judged.survey("postgres", server, bench.name());
        var judged = Judged.between(before, before.takenAt(before.takenAt().plus(LONG)));
        assertTrue(
            judged.assessment().findings().stream().noneMatch(one -> one.isAllClear()),
            judged::told);

        judged.follow(server);

        var after = Judged.of(bench);
        // as nobody analyzes between the two looks
        after.hasNoneBut("healthy", "statistics-stale");
        Judged.autovacuum(server, after.assessment().evidence().pastVacuumThreshold());
        assertEquals(
            each.faults().contains(Fault.HELD) ? "0" : "1",
            bench.value("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'holder'"),
            judged::told);
        assertEquals(
            "1",
            bench.value(
                "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'innocent'"));
        bench.await(
            "the cleanup",
            "SELECT count(*) FROM pg_stat_user_tables WHERE n_dead_tup > 0 AND relname IN"
                + " ('t', 'off')",
            "0");
      } finally {
        cleanUp(bench);
      }
    }
  }

  private static void stage(Fault fault, Bench bench, Connection holder) throws Exception {
    switch (fault) {
      case HELD -> {
        run(
            holder,
            "SET application_name = 'holder'",
            "BEGIN ISOLATION LEVEL REPEATABLE READ",
            "SELECT 1");
        bench.kill("t", Bench.ROWS).run("VACUUM t");
      }
      case SLOT -> {
        bench.run("SELECT pg_create_logical_replication_slot('left', 'test_decoding')");
        SlotsAndStandbysTest.burn(bench);
      }
      case FACTOR_TOO_HIGH -> set(bench, "0.9", true);
      case SWITCHED_OFF ->
          bench.run("ALTER TABLE off SET (autovacuum_enabled = off)").kill("off", Bench.ROWS / 2);
      case PREPARED -> {
        run(holder, "SET application_name = 'holder'");
        try (var connection = bench.connect()) {
          run(connection, "BEGIN", "CREATE TABLE p (i int)", "PREPARE TRANSACTION 'followed'");
        }
      }
      case NOT_LOADED -> {
        bench.server().execute("ALTER SYSTEM SET autovacuum_vacuum_cost_delay = '5ms'");
      }
    }
    if (fault != Fault.HELD) {
      run(holder, "SET application_name = 'holder'");
    }
  }

  private static void set(Bench bench, String factor, boolean isWritten) throws Exception {
    bench
        .server()
        .execute(
            isWritten
                ? "ALTER SYSTEM SET %s = %s".formatted(FACTOR, factor)
                : "ALTER SYSTEM RESET ALL");
    bench.server().execute("SELECT pg_reload_conf()");
    bench.await("the reload", "SHOW " + FACTOR, factor);
  }

  private static void cleanUp(Bench bench) throws Exception {
    var server = bench.server();
    set(bench, "0.2", false);
    server.execute(
        "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name ="
            + " 'left'");
    try (var connection = bench.connect()) {
      if (bench.value("SELECT count(*) FROM pg_prepared_xacts").equals("1")) {
        run(connection, "ROLLBACK PREPARED 'followed'");
      }
    }
  }

  private static void run(Connection connection, String... statements) throws SQLException {
    try (var statement = connection.createStatement()) {
      for (var sql : statements) {
        statement.execute(sql);
      }
    }
  }
}
