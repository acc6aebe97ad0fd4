package org.vacuumadvisor.advice.setting;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;

/// Which values of the server's settings are worth a try: those beyond today's, as far as the
/// release, the other settings and the provider allow.
class ServerKnobsTest {

  /// The release, and what is set; of the setting asked for, the values.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # Shorter naps than today's.
          18 | autovacuum_naptime | autovacuum_naptime = 60 | 30s 15s 10s
          18 | autovacuum_naptime | autovacuum_naptime = 10 |
          18 | autovacuum_naptime | autovacuum_naptime = 1  |
          # The default has been 2 ms since 12.
          11 | autovacuum_vacuum_cost_delay |                                    | 2ms
          12 | autovacuum_vacuum_cost_delay |                                    |
          18 | autovacuum_vacuum_cost_delay | autovacuum_vacuum_cost_delay = 2.1 | 2ms
          18 | autovacuum_vacuum_cost_delay | autovacuum_vacuum_cost_delay = 2   |
          # By default vacuum_cost_limit, 200; 10,000 at most; and it slows nothing without a delay.
          18 | autovacuum_vacuum_cost_limit |                                       | 400 1000 2000 5000 10000
          18 | autovacuum_vacuum_cost_limit | vacuum_cost_limit = 2000              | 5000 10000
          18 | autovacuum_vacuum_cost_limit | autovacuum_vacuum_cost_limit = 400    | 1000 2000 5000 10000
          18 | autovacuum_vacuum_cost_limit | autovacuum_vacuum_cost_limit = 10000  |
          18 | autovacuum_vacuum_cost_limit | autovacuum_vacuum_cost_delay = 0      |
          # Three workers more, on 18 as far as there are slots: 16 by default.
          17 | autovacuum_max_workers |                             | 4 5 6
          17 | autovacuum_max_workers | autovacuum_max_workers = 20 | 21 22 23
          18 | autovacuum_max_workers |                             | 4 5 6
          18 | autovacuum_max_workers | autovacuum_max_workers = 14 | 15 16
          18 | autovacuum_max_workers | autovacuum_max_workers = 16 |
          # Up to 16 a vacuum keeps the IDs of dead rows in an array, of 64 MB by default; three
          # workers of 256 MB take the 768 MB of 98,304 buffers.
          16 | autovacuum_work_mem | shared_buffers = 98304                                | 128MB 256MB
          16 | autovacuum_work_mem | shared_buffers = 98303                                | 128MB
          16 | autovacuum_work_mem | shared_buffers = 98304, maintenance_work_mem = 131071 | 128MB 256MB
          16 | autovacuum_work_mem | shared_buffers = 98304, maintenance_work_mem = 131072 | 256MB
          16 | autovacuum_work_mem | shared_buffers = 98304, autovacuum_max_workers = 6    | 128MB
          16 | autovacuum_work_mem | shared_buffers = 98304, autovacuum_max_workers = 7    |
          17 | autovacuum_work_mem | shared_buffers = 98304                                |
          # What 19 brings.
          18 | autovacuum_max_parallel_workers |                                     |
          19 | autovacuum_max_parallel_workers |                                     | 1 2 4
          19 | autovacuum_max_parallel_workers | autovacuum_max_parallel_workers = 1 | 2 4
          19 | autovacuum_max_parallel_workers | autovacuum_max_parallel_workers = 4 |
          18 | autovacuum_vacuum_score_weight  |                                     |
          19 | autovacuum_vacuum_score_weight  |                                     | 2 5
          19 | autovacuum_vacuum_score_weight  | autovacuum_vacuum_score_weight = 2  | 5
          """)
  void triesValuesBeyondTodays(String release, String setting, String set, String values) {
    assertEquals(values == null ? "" : values, tried(given(release, set), setting));
  }

  /// A slot and a worker together, three workers more at most.
  @ParameterizedTest
  @CsvSource({
    "18, 13, 16, ''",
    "18, 14, 16, 17",
    "18, 16, 16, 17 18 19",
    "18, 18, 16, 19 20 21",
    "17, 16, 16, ''"
  })
  void givesASlotWithAWorkerWhereNoneIsFree(
      String release, String workers, String slots, String values) {
    var set = "autovacuum_max_workers = %s, autovacuum_worker_slots = %s".formatted(workers, slots);
    var knob = knob(given(release, set), "autovacuum_worker_slots", Set.of());

    assertEquals(values, knob.map(ServerKnobsTest::values).orElse(""));
    for (var rung : knob.map(Knob.OfServer::rungs).orElse(List.of())) {
      assertEquals(
          Set.of("autovacuum_max_workers", "autovacuum_worker_slots"), rung.values().keySet());
      assertEquals(1, Set.copyOf(rung.values().values()).size());
    }
  }

  /// Slots are allocated when the server starts; workers too, up to 17.
  @ParameterizedTest
  @CsvSource({
    "18, autovacuum_worker_slots, true",
    "18, autovacuum_naptime, false",
    "17, autovacuum_max_workers, true",
    "19, autovacuum_max_parallel_workers, false"
  })
  void knowsWhatTakesARestart(String release, String setting, boolean needsRestart) {
    var given = given(release, "autovacuum_max_workers = 16");

    assertEquals(
        Optional.of(needsRestart), knob(given, setting, Set.of()).map(Knob.OfServer::needsRestart));
  }

  @Test
  void triesNothingThatIsRefused() {
    var full = given("18", "autovacuum_max_workers = 16");

    assertEquals(
        "400 2000 5000 10000",
        knob(Given.server(), "autovacuum_vacuum_cost_limit", refused("1000"))
            .map(ServerKnobsTest::values)
            .orElse(""));
    assertEquals(
        "17 19",
        knob(
                full,
                "autovacuum_worker_slots",
                Set.of(new SettingChange.OfServer(Setting.AUTOVACUUM_WORKER_SLOTS, "18")))
            .map(ServerKnobsTest::values)
            .orElse(""));
    assertEquals(
        "18 19",
        knob(
                full,
                "autovacuum_worker_slots",
                Set.of(new SettingChange.OfServer(Setting.AUTOVACUUM_MAX_WORKERS, "17")))
            .map(ServerKnobsTest::values)
            .orElse(""));
  }

  /// By default 0.2 for vacuums and 0.1 for analyzes.
  @ParameterizedTest
  @CsvSource({
    "AUTOVACUUM_VACUUM_SCALE_FACTOR, '', 0.1 0.05 0.02 0.01 0.005 0.002 0.001",
    "AUTOVACUUM_ANALYZE_SCALE_FACTOR, '', 0.05 0.02 0.01 0.005 0.002 0.001",
    "AUTOVACUUM_VACUUM_SCALE_FACTOR, 0.3, 0.2 0.1 0.05 0.02 0.01 0.005 0.002 0.001",
    "AUTOVACUUM_VACUUM_SCALE_FACTOR, 0.002, 0.001",
    "AUTOVACUUM_VACUUM_SCALE_FACTOR, 0.001, ''"
  })
  void triesLowerScaleFactors(Setting setting, String now, String values) {
    var given = now.isEmpty() ? Given.server() : Given.server().with(setting, now);

    assertEquals(
        values,
        new ServerKnobs(given.evidence(), _ -> true)
            .scaleFactor(setting)
            .map(each -> values((Knob.OfServer) each))
            .orElse(""));
  }

  private static Set<SettingChange> refused(String limit) {
    return Set.of(new SettingChange.OfServer(Setting.AUTOVACUUM_VACUUM_COST_LIMIT, limit));
  }

  private static Given given(String release, String set) {
    var given = Given.server(Release.ofMajor(release));
    if (set != null) {
      for (var each : set.split(", ", -1)) {
        var parts = each.split(" = ", -1);
        given.with(Setting.named(parts[0]).orElseThrow(), parts[1]);
      }
    }
    return given;
  }

  private static String tried(Given given, String setting) {
    return knob(given, setting, Set.of()).map(ServerKnobsTest::values).orElse("");
  }

  private static Optional<Knob.OfServer> knob(
      Given given, String setting, Set<SettingChange> refused) {
    return new ServerKnobs(given.evidence(), each -> !refused.contains(each))
        .machinery()
        .map(each -> (Knob.OfServer) each)
        .filter(each -> each.setting().parameter().equals(setting))
        .findFirst();
  }

  private static String values(Knob.OfServer knob) {
    return knob.rungs().stream()
        .map(Rung::values)
        .map(each -> each.get(each.lastKey()))
        .collect(Collectors.joining(" "));
  }
}
