package org.vacuumadvisor.advice;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.model.Relation;

/// What keeps dead rows of tables from being removed, as a finding says it: while it lasts, no
/// setting and no vacuum helps these tables.
///
/// @param finding of a holder of the oldest xmin, or of dead rows that somebody unseen kept
public record BlockedCleanup(Finding finding) {

  /// All that an assessment tells of, the worst first.
  public static List<BlockedCleanup> of(Assessment assessment) {
    return assessment.findings().stream()
        .filter(HeldHorizon::isOne)
        .map(BlockedCleanup::new)
        .toList();
  }

  /// What a problem's cause tells of; empty where it is something else.
  public static Optional<BlockedCleanup> of(Problem problem) {
    return Optional.of(problem.cause()).filter(HeldHorizon::isOne).map(BlockedCleanup::new);
  }

  /// Whether dead rows of the relation stay because of it.
  public boolean covers(Relation relation) {
    return HeldHorizon.covers(finding, relation);
  }
}
