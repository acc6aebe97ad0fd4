package org.vacuumadvisor.lab.faults;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.lab.server.SharedServers;
import org.vacuumadvisor.postgres.Release;

/// Two surveys tell that a vacuum in between left dead rows behind, also when whoever held them has
/// gone.
class LeftBehindTest {
  static List<Release> releases() {
    return FaultyServers.releases();
  }

  @ParameterizedTest
  @MethodSource("releases")
  void findsDeadRowsThatSomeoneHeldWhoHasGone(Release release) throws Exception {
    var server = SharedServers.on(FaultyServers.patient(release));
    try (var bench = Bench.on(server, "left behind").table("t")) {
      try (var holder = bench.connect();
          var statement = holder.createStatement()) {
        statement.execute("BEGIN ISOLATION LEVEL REPEATABLE READ");
        statement.execute("SELECT 1");
        bench.kill("t", Bench.ROWS);
        var older = Judged.survey("postgres", server, bench.name());
        bench.run("VACUUM t");
        awaitVacuums(bench, "2");
        statement.execute("COMMIT");

        var newer = Judged.survey("postgres", server, bench.name());

        Judged.between(older, newer).leads("xmin-held", "table t");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("releases")
  void isSilentWhereTheVacuumDidItsWork(Release release) throws Exception {
    var server = SharedServers.on(FaultyServers.patient(release));
    try (var bench = Bench.on(server, "cleaned").table("t").kill("t", Bench.ROWS)) {
      var older = Judged.survey("postgres", server, bench.name());
      bench.run("VACUUM t");
      awaitVacuums(bench, "2");

      var newer = Judged.survey("postgres", server, bench.name());

      Judged.between(older, newer).isHealthy();
    }
  }

  private static void awaitVacuums(Bench bench, String count) throws Exception {
    bench.await(
        "a vacuum", "SELECT vacuum_count FROM pg_stat_user_tables WHERE relname = 't'", count);
  }
}
