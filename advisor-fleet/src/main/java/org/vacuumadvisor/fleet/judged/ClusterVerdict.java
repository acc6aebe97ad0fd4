package org.vacuumadvisor.fleet.judged;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.report.assessment.WhyNotJudged;

/// How a cluster was judged.
///
/// @param failure why the last look saw nothing; empty where it saw the server, or nobody looked
/// @param notJudged what could not be seen where no verdict was reached
/// @param time of what it was judged by: the last survey, or the end of the last report in its
///   logs; empty where it was never seen, or its logs have no times
/// @param worst of all findings; empty where there are none
/// @param problems the worst first
public record ClusterVerdict(
    String cluster,
    Basis basis,
    Optional<String> failure,
    Condition condition,
    Optional<String> notJudged,
    Optional<Instant> time,
    Optional<Severity> worst,
    List<ToldProblem> problems) {

  /// What a cluster was judged by.
  public enum Basis {
    SURVEY,
    LOGS,
    /// There is neither.
    NOTHING
  }

  public ClusterVerdict {
    problems = List.copyOf(problems);
  }

  /// The verdict on a cluster that only its logs tell of.
  static ClusterVerdict ofLogs(String cluster, Optional<String> failure, Assessment assessment) {
    return new ClusterVerdict(
        cluster,
        Basis.LOGS,
        failure,
        assessment.judgement().condition(),
        WhyNotJudged.of(assessment),
        assessment.evidence().history().flatMap(each -> each.to()),
        assessment.worst(),
        assessment.problems().stream().map(ToldProblem::of).toList());
  }

  /// How many problems there are of a severity.
  public long count(Severity severity) {
    return problems.stream().filter(each -> each.severity() == severity).count();
  }

  /// The verdict in words.
  public String words() {
    return failure.isPresent()
        ? "could not be seen"
        : condition.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ')
            + (basis == Basis.LOGS ? " (by its logs)" : "");
  }
}
