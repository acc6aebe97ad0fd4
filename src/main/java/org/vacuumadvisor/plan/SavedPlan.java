package org.vacuumadvisor.plan;

import java.time.Instant;
import java.util.List;
import org.vacuumadvisor.advice.Assessment;

/// The changes of settings that an assessment recommends, with what it promised of each.
///
/// @param format always [#FORMAT]
/// @param schemaVersion raised when a member goes away or changes its meaning
/// @param madeAt the server's clock when it was looked at
/// @param changes in the order to make them
public record SavedPlan(
    String format,
    int schemaVersion,
    Instant madeAt,
    PlannedServer server,
    List<PlannedChange> changes) {
  public static final String FORMAT = "vacuum-advisor-plan";
  static final int VERSION = 1;

  public SavedPlan {
    changes = List.copyOf(changes);
  }

  /// The plan for what was found: of what is recommended, that which sets or resets settings. What
  /// is done once, such as a vacuum or a rewrite, has no value to take back.
  public static SavedPlan of(Assessment assessment) {
    var survey = assessment.evidence().survey();
    return new SavedPlan(
        FORMAT,
        VERSION,
        survey.takenAt(),
        PlannedServer.of(survey),
        new Planner(assessment).changes());
  }
}
