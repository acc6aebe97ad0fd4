package org.vacuumadvisor.lab.forecast;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.forecast.Simulation;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.simulator.SimulatedRun;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.Releases;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.Progress;

/// What the simulator says of the vacuums of a table larger than shared buffers, and what a real
/// server then does. How long they take follows from the pages they look at, read and dirty: these
/// are held against each other, for time on a busy machine proves nothing.
class LargeTableTest {
  private static final int ROWS = 200_000;
  private static final int UPDATES = 250;
  private static final Duration WARM_UP = Duration.ofSeconds(4);
  private static final Duration WINDOW = Duration.ofSeconds(10);
  private static final Duration PREDICTED = Duration.ofSeconds(20);

  static Stream<Release> releases() {
    var wanted = List.of(Release.V13, Release.V18);
    return Releases.underTest().stream().filter(wanted::contains);
  }

  @ParameterizedTest
  @MethodSource("releases")
  void foreseesThePagesThatVacuumsGoThrough(Release release) throws Exception {
    var spec =
        ServerSpec.of(release)
            .with(
                Map.of(
                    "autovacuum_naptime", "2s",
                    "autovacuum_vacuum_scale_factor", "0.05",
                    "log_autovacuum_min_duration", "0",
                    "shared_buffers", "8MB",
                    "synchronous_commit", "off",
                    "max_wal_size", "4GB"));
    try (var server = PostgresServer.start(spec)) {
      var large =
          new LargeTable(
              server, WARM_UP.plus(WINDOW).plus(PREDICTED).plusSeconds(5), ROWS, UPDATES);
      large.prepare();
      var load = Thread.ofPlatform().start(large);
      try {
        Thread.sleep(WARM_UP);
        var older = survey(server);
        Thread.sleep(WINDOW);
        var cluster = Cluster.of(List.of(older, survey(server)), Optional.empty());
        Thread.sleep(PREDICTED);
        judge(release, cluster, LoggedRuns.of(server.log()));
      } finally {
        load.interrupt();
        load.join();
      }
    }
  }

  private static void judge(Release release, Cluster cluster, LoggedRuns runs) {
    var foreseen =
        Simulation.run(cluster, PREDICTED).tables().stream()
            .filter(each -> each.name().name().equals("large"))
            .flatMap(each -> each.runs().stream())
            .filter(SimulatedRun::isVacuum)
            .toList();
    var seen = runs.vacuums("large", cluster.start(), Instant.MAX);
    assertFalse(foreseen.isEmpty());
    assertFalse(seen.isEmpty());
    assertAll(
        seen.stream()
            .map(each ->
                () ->
                    compare(
                        release,
                        each,
                        foreseen.stream()
                            .min(
                                Comparator.comparing((SimulatedRun other) ->
                                    Duration.between(other.start(), each.start()).abs()))
                            .orElseThrow())));
  }

  private static void compare(Release release, LoggedRuns.Vacuum seen, SimulatedRun foreseen) {
    var work = foreseen.work();
    System.out.printf(
        "%s %.0f hits, %.0f reads, %.0f dirtied, %.2f s foreseen; %s seen%n",
        release,
        work.hits(),
        work.reads(),
        work.dirtied(),
        (double) foreseen.vacuuming().toMillis() / 1e3,
        seen);
    assertAll(
        near(work.hits(), seen.hits()),
        near(work.reads(), seen.reads()),
        near(work.dirtied(), seen.dirtied()));
  }

  private static Executable near(double foreseen, Long seen) {
    return () ->
        assertTrue(
            Math.abs(foreseen / seen - 1) < 0.35,
            () -> "%.0f foreseen, %d seen".formatted(foreseen, seen));
  }

  private static Survey survey(PostgresServer server) throws Exception {
    return server.source().survey(Databases.ALL, Progress.NONE);
  }
}
