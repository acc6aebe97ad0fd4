package org.vacuumadvisor.lab.faults;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.postgres.Release;

/// A vacuum to prevent wraparound that comes near or is due is routine, and no alarm.
class FreezingTest {
  private static final String NORMAL = "antiwraparound-normal";

  /// By which the server is made to freeze soon.
  private static final String LOW_LIMIT = "risky-setting";

  static List<Release> releases() {
    return FaultyServers.releases();
  }

  @ParameterizedTest
  @MethodSource("releases")
  void saysThatFreezingIsRoutineWhenItComesNearAndWhenItIsDue(Release release) throws Exception {
    try (var server = PostgresServer.start(FaultyServers.soonFrozen(release));
        var bench = Bench.on(server, "old")) {
      bench.run("CREATE TABLE burnt (x int)").table("t");
      burn(bench, 93_000);
      var near = Judged.of(bench).hasNoneBut(NORMAL, "healthy", LOW_LIMIT);
      assertTrue(headline(near).contains("come near"), near::told);

      burn(bench, 10_000);
      var due = Judged.of(bench).hasNoneBut(NORMAL, "healthy", LOW_LIMIT);
      assertTrue(headline(due).contains("are due"), due::told);
      due.obey(server);
      bench.run("VACUUM (FREEZE)");

      var frozen = Judged.of(bench).hasNoneBut(NORMAL, "inert-setting", LOW_LIMIT);
      assertTrue(frozen.told().contains("until the server is started again"), frozen::told);
      assertFalse(frozen.subjectsOf(NORMAL).contains("database old"), frozen::told);
    }
  }

  /// An interrupted DROP DATABASE leaves -2 (`DATCONNLIMIT_INVALID_DB`), and `vac_truncate_clog()`
  /// passes what is left by.
  @ParameterizedTest
  @MethodSource("releases")
  void countsNoAgeOfAHalfDroppedDatabase(Release release) throws Exception {
    try (var server = PostgresServer.start(FaultyServers.soonFrozen(release));
        var bench = Bench.on(server, "shop")) {
      bench.run("CREATE TABLE burnt (x int)");
      server.execute("CREATE DATABASE old_erp");
      server.execute("UPDATE pg_database SET datconnlimit = -2 WHERE datname = 'old_erp'");
      burn(bench, 93_000);

      var judged = Judged.of(bench).hasNoneBut("server-message", NORMAL, LOW_LIMIT);

      assertTrue(judged.told().contains("DROP DATABASE old_erp"), judged::told);
      assertFalse(judged.subjectsOf(NORMAL).contains("database old_erp"), judged::told);
    }
  }

  private static String headline(Judged judged) {
    return judged.assessment().findings().stream()
        .filter(each -> each.id().equals(NORMAL))
        .findFirst()
        .orElseThrow(() -> new AssertionError(judged.told()))
        .headline();
  }

  /// Each subtransaction that writes takes a transaction ID.
  private static void burn(Bench bench, int ids) throws Exception {
    bench.run(
        ("DO $$BEGIN FOR i IN 1 .. %d LOOP BEGIN INSERT INTO burnt VALUES (1); EXCEPTION WHEN"
                + " division_by_zero THEN END; END LOOP; END$$")
            .formatted(ids));
  }
}
