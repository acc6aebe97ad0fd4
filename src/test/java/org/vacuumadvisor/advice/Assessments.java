package org.vacuumadvisor.advice;

import java.util.List;
import org.vacuumadvisor.diagnosis.Examination;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Judgement;
import org.vacuumadvisor.evidence.Evidence;

/// Assessments of findings that are given.
public final class Assessments {
  private Assessments() {}

  /// What findings alone tell, without what the rules that found nothing said.
  public static Assessment of(
      Evidence evidence,
      List<Finding> findings,
      List<Recommendation> recommendations,
      List<NotRecommended> notRecommended) {
    return new Assessment(
        evidence,
        Judgement.of(Examination.of(findings), evidence),
        Problems.of(findings, recommendations),
        findings,
        recommendations,
        notRecommended,
        List.of());
  }
}
