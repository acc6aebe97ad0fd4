package org.vacuumadvisor.advice;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;

/// The answer: what is the matter with a server, what to do, and what not to do.
///
/// @param findings the leading one first
/// @param recommendations by expected effect over risk
public record Assessment(
    Evidence evidence,
    List<Finding> findings,
    List<Recommendation> recommendations,
    List<NotRecommended> notRecommended) {
  public Assessment {
    findings = List.copyOf(findings);
    recommendations = List.copyOf(recommendations);
    notRecommended = List.copyOf(notRecommended);
  }

  /// The severity of the worst finding; empty if there is none.
  public Optional<Severity> worst() {
    return findings.stream().map(Finding::severity).min(Severity::compareTo);
  }
}
