package org.vacuumadvisor.lab.experiment;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import org.vacuumadvisor.lab.workload.Outcome;
import org.vacuumadvisor.postgres.Release;

/// Results that nobody measured, for tests of the arithmetic.
final class Rounds {
  private static final VacuumLog.Work NO_WORK =
      new VacuumLog.Work(0, 0, 0, OptionalDouble.empty(), OptionalDouble.empty());

  private final Study study;
  private final List<Trial> trials = new ArrayList<>();
  private final List<Arm> arms = new ArrayList<>();
  private GivenAdvice advice = GivenAdvice.NONE;

  private Rounds(Study study) {
    this.study = study;
  }

  static Rounds of(String study) {
    return new Rounds(Study.named(study));
  }

  /// Transactions a second of an arm, round by round.
  Rounds tps(Arm arm, long... tps) {
    arms.add(arm);
    for (int round = 1; round <= tps.length; round++) {
      trials.add(trial(arm, round, tps[round - 1], List.of()));
    }
    return this;
  }

  /// An arm that was planned and not tried.
  Rounds leftOut(Arm arm) {
    arms.add(arm);
    return this;
  }

  /// An index of an arm, in one round.
  Rounds index(Arm arm, String name, long bytes, long rebuilt) {
    arms.add(arm);
    trials.add(
        trial(arm, 1, 100, List.of(new RelationSize(name, bytes, OptionalLong.of(rebuilt)))));
    return this;
  }

  Rounds followed(String... sql) {
    advice = new GivenAdvice(List.of(sql), List.of(), List.of(), List.of(), List.of());
    return this;
  }

  Results results() {
    var plan =
        new Plan(
            study,
            arms.stream().distinct().toList(),
            Release.V18,
            Duration.ofSeconds(2),
            trials.stream().mapToInt(Trial::round).max().orElse(1),
            1,
            1,
            Map.of(),
            false);
    return new Results(plan, Instant.EPOCH, Duration.ofSeconds(9), "18.6", advice, trials);
  }

  private static Trial trial(Arm arm, int round, long tps, List<RelationSize> indexes) {
    var latency = new Histogram(3);
    latency.recordValueWithCount(1, tps);
    var outcome = new Outcome("w", 0, Duration.ofSeconds(1), latency);
    return new Trial(
        arm.name(),
        round,
        Map.of(),
        outcome,
        List.of(),
        0,
        List.of(),
        indexes,
        NO_WORK,
        new Wal(0, OptionalLong.empty()));
  }
}
