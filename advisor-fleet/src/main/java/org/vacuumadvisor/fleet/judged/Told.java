package org.vacuumadvisor.fleet.judged;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.report.assessment.WhyNotJudged;

/// What one kind of evidence told of a cluster.
///
/// @param time of the last of it; empty where logs have no times
/// @param notJudged what could not be seen where no verdict was reached
/// @param worst of all findings; empty where there are none
/// @param problems the worst first
record Told(
    Optional<Instant> time,
    Condition condition,
    Optional<String> notJudged,
    Optional<Severity> worst,
    List<ToldProblem> problems) {
  /// There is no evidence.
  static final Told NOTHING =
      new Told(
          Optional.empty(),
          Condition.NOTHING_TO_JUDGE,
          Optional.empty(),
          Optional.empty(),
          List.of());

  Told {
    problems = List.copyOf(problems);
  }

  static Told of(Assessment assessment, Optional<Instant> time) {
    return new Told(
        time,
        assessment.judgement().condition(),
        WhyNotJudged.of(assessment),
        assessment.worst(),
        assessment.problems().stream().map(ToldProblem::of).toList());
  }
}
