package org.vacuumadvisor.lab.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.Standbys;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.verify.Changes;
import org.vacuumadvisor.verify.Look;
import org.vacuumadvisor.verify.Outcome;
import org.vacuumadvisor.verify.Outcome.Verdict;
import org.vacuumadvisor.verify.Verification;

/// A change is not judged by counters that began anew since it was made, even where they have grown
/// beyond what they were.
class VerifiedAfterLossTest {
  private static final String LOST = "The server counts since";
  private static final String CHANGE = "ALTER TABLE t SET (autovacuum_vacuum_scale_factor = 0.05)";

  static List<Release> releases() {
    return FaultyServers.releases();
  }

  @ParameterizedTest
  @MethodSource("releases")
  void isNotJudgedAfterACrash(Release release) throws Exception {
    try (var server = PostgresServer.start(FaultyServers.patient(release));
        var bench = Bench.on(server, "crashed").table("t")) {
      var before = changed(bench);
      bench.run("CHECKPOINT");

      server.crash();

      assertLost(outcome(before, bench));
    }
  }

  /// Behind one address, where nothing else tells the two apart.
  @ParameterizedTest
  @MethodSource("releases")
  void isNotJudgedAfterAFailover(Release release) throws Exception {
    assumeTrue(Feature.SELECTIVE_VACUUM.isIn(release), "pg_promote() came with 12");
    try (var server = PostgresServer.start(FaultyServers.patient(release));
        var bench = Bench.on(server, "failed_over").table("t");
        var standby = Standbys.of(server, Map.of())) {
      standby.crash(); // a base backup has no counters, the cold copy has
      var before = changed(bench);
      var there = new Bench(standby, bench.name());
      there.await("replay", "SELECT reloptions IS NOT NULL FROM pg_class WHERE relname = 't'", "t");
      there.await("the promotion", "SELECT pg_promote()", "t");
      there.await("its end", "SELECT pg_is_in_recovery()", "f");

      assertLost(outcome(before, there));
    }
  }

  @ParameterizedTest
  @MethodSource("releases")
  void knowsThatCountersOutliveARestart(Release release) throws Exception {
    try (var server = PostgresServer.start(FaultyServers.patient(release));
        var bench = Bench.on(server, "restarted").table("t")) {
      var before = changed(bench);

      server.restart();

      var outcome = outcome(before, bench);
      assertFalse(outcome.reason().startsWith(LOST), outcome::reason);
    }
  }

  /// What was seen before the change.
  private static Survey changed(Bench bench) throws Exception {
    work(bench, 2);
    var before = Judged.survey("postgres", bench.server(), bench.name());
    bench.run(CHANGE);
    return before;
  }

  private static Outcome outcome(Survey before, Bench bench) throws Exception {
    work(bench, 12);
    var now = Judged.survey("postgres", bench.server(), bench.name());
    var looks = Look.all(List.of(before, now), List.of(), List.of());
    var changes = Changes.found(looks, Optional.empty());
    var verification = Verification.of(changes, looks, List.of(), Advisor.assess(now));
    assertEquals(1, verification.outcomes().size());
    return verification.outcomes().getFirst();
  }

  private static void work(Bench bench, int rounds) throws SQLException {
    for (int round = 0; round < rounds; round++) {
      bench.run("UPDATE t SET v = 'y' WHERE id <= 5000", "VACUUM t");
    }
  }

  private static void assertLost(Outcome outcome) {
    assertEquals(Verdict.INVALID, outcome.verdict(), outcome::reason);
    assertTrue(outcome.reason().startsWith(LOST), outcome::reason);
  }
}
