package org.vacuumadvisor.lab.forecast;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.parallel.Isolated;
import org.vacuumadvisor.forecast.BackTest;
import org.vacuumadvisor.forecast.Simulation;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.simulator.SimulatedRun;
import org.vacuumadvisor.forecast.simulator.TableTrajectory;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.Releases;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.Progress;

/// What the simulator says of the next half minute, and what a real server then does.
@Isolated("it compares rates with a simulation")
class PredictionTest {
  private static final int NAPTIME = 2;

  /// Pages by which the queue grows if a busy machine lets two visits of autovacuum come late.
  private static final int TWO_VISITS = 16;

  private static final Duration WARM_UP = Duration.ofSeconds(4);
  private static final Duration WINDOW = Duration.ofSeconds(10);
  private static final Duration PREDICTED = Duration.ofSeconds(26);

  /// Most of the time is waiting, so all servers are recorded side by side.
  @TestFactory
  Stream<DynamicTest> foreseesWhatAutovacuumDoes() throws Exception {
    var wanted = List.of(Release.V13, Release.V16, Release.V18);
    var recordings = new ArrayList<Future<Recording>>();
    try (var threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      Releases.underTest().stream()
          .filter(wanted::contains)
          .forEach(release -> recordings.add(threads.submit(() -> record(release))));
    }
    var tests = new ArrayList<DynamicTest>();
    for (var each : recordings) {
      var recording = each.get();
      tests.add(DynamicTest.dynamicTest(recording.release().toString(), () -> judge(recording)));
    }
    return tests.stream();
  }

  /// What a server showed at the beginning and the end of the window, and at the end.
  private record Recording(
      Release release, Survey older, Survey newer, Survey actual, LoggedRuns runs) {}

  private static Recording record(Release release) throws Exception {
    var spec =
        ServerSpec.of(release)
            .with(
                Map.of(
                    "autovacuum_naptime",
                    NAPTIME + "s",
                    "log_autovacuum_min_duration",
                    "0",
                    "shared_buffers",
                    "128MB"));
    try (var server = PostgresServer.start(spec)) {
      SteadyLoad.prepare(server);
      var load =
          Thread.ofPlatform()
              .start(new SteadyLoad(server, WARM_UP.plus(WINDOW).plus(PREDICTED).plusSeconds(5)));
      try {
        Thread.sleep(WARM_UP);
        var older = survey(server);
        Thread.sleep(WINDOW);
        var newer = survey(server);
        Thread.sleep(PREDICTED);
        return new Recording(release, older, newer, survey(server), LoggedRuns.of(server.log()));
      } finally {
        load.interrupt();
        load.join();
      }
    }
  }

  private static void judge(Recording recording) {
    var release = recording.release();
    var runs = recording.runs();
    var actual = recording.actual();
    var cluster = Cluster.of(List.of(recording.older(), recording.newer()), Optional.empty());
    var length = Duration.between(cluster.start(), actual.takenAt());
    var trajectory = Simulation.run(cluster, length);
    var checks = new ArrayList<Executable>();
    for (var name : List.of("updated", "queue", "inserted", "hot")) {
      var table =
          trajectory.tables().stream()
              .filter(each -> each.name().name().equals(name))
              .findFirst()
              .orElseThrow();
      var seen = runs.vacuums(name, cluster.start(), actual.takenAt());
      var heap =
          actual
              .userRelations()
              .filter(each -> each.name().name().equals(name))
              .findFirst()
              .orElseThrow()
              .get(TableKeys.RELPAGES)
              .known()
              .orElseThrow()
              .count();
      checks.add(() -> compare(release, table, seen, (double) heap));
    }
    checks.add(() -> backTest(release, runs, actual));
    assertAll(checks);
  }

  private static void compare(
      Release release, TableTrajectory foreseen, List<LoggedRuns.Vacuum> seen, double pages) {
    var runs = foreseen.runs().stream().filter(SimulatedRun::isVacuum).toList();
    System.out.printf(
        "%s %-9s vacuums %d foreseen, %d seen; pages %.0f foreseen, %.0f seen; seconds in all %.2f"
            + " foreseen, %.2f seen%n",
        release,
        foreseen.name().name(),
        runs.size(),
        seen.size(),
        foreseen.figures().heapBytes() / 8192,
        pages,
        runs.stream().mapToDouble(each -> (double) each.vacuuming().toMillis() / 1e3).sum(),
        seen.stream().mapToDouble(LoggedRuns.Vacuum::seconds).sum());
    double off = Math.abs(foreseen.figures().heapBytes() / 8192 - pages);
    assertTrue(
        off <= Math.max(TWO_VISITS, 0.3 * pages),
        () -> "%s: its heap is %.0f pages off".formatted(foreseen.name(), off));
    if (!runs.isEmpty() && !seen.isEmpty()) {
      var first = seen.getFirst().start();
      var apart =
          runs.stream()
              .map(each -> Duration.between(each.start(), first).abs())
              .min(Duration::compareTo)
              .orElseThrow();
      assertTrue(
          apart.compareTo(Duration.ofSeconds(3L * NAPTIME)) <= 0,
          () -> "%s: its first vacuum came %s off".formatted(foreseen.name(), apart));
    }
    assertTrue(
        Math.abs(runs.size() - seen.size()) <= Math.max(2, 0.25 * seen.size()),
        () ->
            "%s: %d vacuums foreseen, %d seen"
                .formatted(foreseen.name(), runs.size(), seen.size()));
  }

  /// The log alone, its last part hidden.
  private static void backTest(Release release, LoggedRuns runs, Survey survey) {
    var test = BackTest.of(runs.all(), survey.settings(), 0.4).orElseThrow();
    test.tables().forEach(each -> System.out.printf("%s back-test %s%n", release, each));
    for (var each : test.tables()) {
      assertTrue(
          Math.abs(each.foreseen() - each.seen()) <= Math.max(2, 0.3 * (double) each.seen()),
          each::toString);
    }
  }

  private static Survey survey(PostgresServer server) throws Exception {
    return server.source().survey(Databases.ALL, Progress.NONE);
  }
}
