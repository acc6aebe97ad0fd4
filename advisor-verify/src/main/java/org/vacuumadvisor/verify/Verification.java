package org.vacuumadvisor.verify;

import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.diagnosis.FindingId;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.report.data.RecordJson;
import org.vacuumadvisor.verify.Outcome.Verdict;

/// What came of changes.
///
/// @param changedAt from when on they count as made, the first of them
/// @param from when the time before begins that was looked at
/// @param to the last look
/// @param looks how many there were
/// @param runs how many vacuums logs told of
/// @param outcomes in the order of the plan
public record Verification(
    int schemaVersion,
    SavedPlan.Server server,
    Instant changedAt,
    Instant from,
    Instant to,
    int looks,
    int runs,
    List<Outcome> outcomes) {
  /// Raised when a member goes away or changes its meaning; new members do not raise it.
  private static final int VERSION = 1;

  public Verification {
    outcomes = List.copyOf(outcomes);
  }

  /// Judges changes.
  ///
  /// @param looks the oldest first; the last one is the one that was assessed
  /// @param now what is found at the server at the last look
  public static Verification of(Changes changes, List<Look> looks, List<Run> runs, Assessment now) {
    var vacuums = runs.stream().filter(Interval::isCounted).toList();
    var outcomes =
        changes.all().stream()
            .map(each ->
                new Verifier(each, changes, looks, vacuums, table -> blocked(table, now)).outcome())
            .toList();
    return new Verification(
        VERSION,
        SavedPlan.Server.of(now.evidence().survey()),
        changes.all().stream()
            .map(changes::madeAt)
            .min(Comparator.naturalOrder())
            .orElse(changes.changedAt()),
        looks.getFirst().at(),
        looks.getLast().at(),
        looks.size(),
        vacuums.size(),
        outcomes);
  }

  private static Optional<String> blocked(TableId table, Assessment now) {
    return now.findings().stream()
        .filter(each -> each.id().startsWith(FindingId.XMIN_HELD))
        .filter(each -> each.severity().compareTo(Severity.WARNING) <= 0)
        .filter(each ->
            switch (each.subject()) {
              case Subject.Cluster() -> true;
              case Subject.OfDatabase(var database) -> database.equals(table.name().database());
              case Subject.OfRelation(var relation) -> relation.key().equals(table.key());
              case Subject.OfIndex(var relation, _) -> relation.key().equals(table.key());
            })
        .map(each -> "Cleanup is blocked: %s.".formatted(each.headline()))
        .findFirst();
  }

  /// Writes it for programs: JSON, whose schema is beside it, `verification.schema.json`. The
  /// writer is flushed and stays open.
  public void write(Writer to) throws IOException {
    new RecordJson<>(Verification.class).write(this, to);
  }

  /// How many changes were judged so.
  public long count(Verdict verdict) {
    return outcomes.stream().filter(each -> each.verdict() == verdict).count();
  }
}
