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
      var near = Judged.of(bench).leads(NORMAL, "database old", "healthy");
      assertTrue(near.first().headline().contains("come near"), near::told);

      burn(bench, 10_000);
      var due = Judged.of(bench).leads(NORMAL, "database old", "healthy");
      assertTrue(due.first().headline().contains("are due"), due::told);
      due.obey(server);
      bench.run("VACUUM (FREEZE)");

      var frozen = Judged.of(bench).hasNoneBut(NORMAL, "healthy");
      assertFalse(frozen.subjectsOf(NORMAL).contains("database old"), frozen::told);
    }
  }

  /// Each subtransaction that writes takes a transaction ID.
  private static void burn(Bench bench, int ids) throws Exception {
    bench.run(
        ("DO $$BEGIN FOR i IN 1 .. %d LOOP BEGIN INSERT INTO burnt VALUES (1); EXCEPTION WHEN"
                + " division_by_zero THEN END; END LOOP; END$$")
            .formatted(ids));
  }
}
