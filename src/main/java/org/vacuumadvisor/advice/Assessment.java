package org.vacuumadvisor.advice;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Judgement;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;

/// The answer: what is the matter with a server, what to do, and what not to do.
///
/// @param judgement the verdict, and what would make it certain
/// @param problems the worst first; what is only worth knowing is none
/// @param findings the leading one first
/// @param ignored findings that a rule of the server's owner is about
/// @param recommendations by expected effect over risk
public record Assessment(
    Evidence evidence,
    Judgement judgement,
    List<Problem> problems,
    List<Finding> findings,
    List<Recommendation> recommendations,
    List<NotRecommended> notRecommended,
    List<Ignored> ignored) {
  public Assessment {
    problems = List.copyOf(problems);
    findings = List.copyOf(findings);
    recommendations = List.copyOf(recommendations);
    notRecommended = List.copyOf(notRecommended);
    ignored = List.copyOf(ignored);
  }

  /// What to do, in order.
  public Plan plan() {
    return Plan.of(this);
  }

  /// The severity of the worst finding; empty if there is none.
  public Optional<Severity> worst() {
    return findings.stream().map(Finding::severity).min(Severity::compareTo);
  }
}
