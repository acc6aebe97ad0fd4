package org.vacuumadvisor.verify;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.Assessment;

/// The changes of settings that an assessment recommends, with what it promised of each.
///
/// @param format always [#FORMAT]
/// @param schemaVersion raised when a member goes away or changes its meaning
/// @param madeAt the server's clock when it was looked at
/// @param changes in the order to make them
/// @param looks the counters that it was made of, oldest first: what a later look is compared with
public record SavedPlan(
    String format,
    int schemaVersion,
    Instant madeAt,
    PlannedServer server,
    List<PlannedChange> changes,
    List<Look> looks) {
  public static final String FORMAT = "vacuum-advisor-plan";
  static final int VERSION = 1;

  public SavedPlan {
    changes = List.copyOf(changes);
    looks = List.copyOf(looks);
  }

  /// A plan without counters, as of a server that nobody looked at.
  public SavedPlan(
      String format,
      int schemaVersion,
      Instant madeAt,
      PlannedServer server,
      List<PlannedChange> changes) {
    this(format, schemaVersion, madeAt, server, changes, List.of());
  }

  /// The plan for what was found: of what is recommended, that which sets or resets settings. What
  /// is done once, such as a vacuum or a rewrite, has no value to take back.
  public static SavedPlan of(Assessment assessment) {
    var survey = assessment.evidence().survey();
    var changes = new Planner(assessment).changes();
    var tables =
        Look.tables(
            survey,
            changes.stream()
                .flatMap(each -> Stream.ofNullable(each.target().table()))
                .map(TableId::key));
    return new SavedPlan(
        FORMAT,
        VERSION,
        survey.takenAt(),
        PlannedServer.of(survey),
        changes,
        Stream.concat(assessment.evidence().older().stream(), Stream.of(survey))
            .map(each -> Look.of(each, tables))
            .toList());
  }
}
