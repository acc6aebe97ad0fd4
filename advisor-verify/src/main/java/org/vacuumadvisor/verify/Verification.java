package org.vacuumadvisor.verify;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.diagnosis.FindingId;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.report.data.RecordJson;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.verify.Outcome.Verdict;
import org.vacuumadvisor.verify.PlannedChange.PlannedValue;
import org.vacuumadvisor.verify.SavedPlan.Planner;

/// What came of changes.
///
/// @param changedAt from when on they count as made, the first of them
/// @param from when the time before begins that was looked at
/// @param to the last look
/// @param looks how many there were
/// @param runs how many vacuums logs told of
/// @param outcomes in the order of the plan
/// @param leftovers options that no longer earn their keep: that say what the server says anyway,
///   or that a rule would take away
public record Verification(
    int schemaVersion,
    SavedPlan.Server server,
    Instant changedAt,
    Instant from,
    Instant to,
    int looks,
    int runs,
    List<Outcome> outcomes,
    List<Leftover> leftovers) {
  /// Raised when a member goes away or changes its meaning; new members do not raise it.
  private static final int VERSION = 1;

  public Verification {
    outcomes = List.copyOf(outcomes);
    leftovers = List.copyOf(leftovers);
  }

  /// An option that no longer earns its keep.
  ///
  /// @param what the option as it stands
  /// @param why a sentence
  /// @param reset the statement that takes it away
  public record Leftover(String what, String why, String reset) {}

  /// Judges the changes of a plan by the looks it was made of, those that were assessed, and what
  /// `apply` noted.
  ///
  /// @param file where the plan is: its journal is beside it
  public static Verification of(SavedPlan plan, Path file, Assessment now) throws SourceException {
    var changes =
        Changes.planned(
            plan, Optional.empty(), AppliedChanges.read(AppliedChanges.journalOf(file)).madeAt());
    var seen = now.evidence();
    var surveys = Stream.concat(seen.older().stream(), Stream.of(seen.survey())).toList();
    return of(changes, Look.all(surveys, plan.changes(), plan.looks()), List.of(), now);
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
        outcomes,
        Stream.concat(takenAway(now, changes.all()), idle(now, changes.all())).distinct().toList());
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

  /// @param changes that are judged by themselves
  private static Stream<Leftover> takenAway(Assessment now, List<PlannedChange> changes) {
    return now.recommendations().stream()
        .filter(each -> each.remedy() instanceof Remedy.ResetTable)
        .flatMap(each ->
            each.sql().map(sql -> new Leftover(each.title(), each.why() + ".", sql)).stream())
        .filter(each -> changes.stream().noneMatch(it -> each.reset().equals(it.sql())));
  }

  /// @param changes likewise
  private static Stream<Leftover> idle(Assessment now, List<PlannedChange> changes) {
    var settings = now.evidence().survey().settings();
    return now.evidence()
        .survey()
        .userRelations()
        .flatMap(table ->
            Stream.of(Setting.values())
                .filter(each -> settings.real(each).isPresent())
                .filter(each -> table.parameters().real(each).equals(settings.real(each)))
                .flatMap(each -> each.storageParameter().stream())
                .filter(each -> changes.stream().noneMatch(it -> it.isOf(TableId.of(table), each)))
                .map(each -> {
                  var value = table.parameters().text(each).orElse("");
                  return new Leftover(
                      "%s = %s of %s".formatted(each, value, table.name().sql()),
                      "The server's own setting is the same.",
                      Planner.target(table, now.evidence())
                          .revert(List.of(new PlannedValue(each, null, value))));
                }));
  }

  /// Writes it for programs: JSON, whose schema is beside it, `verification.schema.json`. The
  /// writer is flushed and stays open.
  public void write(Writer to) throws IOException {
    new RecordJson<>(Verification.class, SavedPlan.Nothing.class).write(this, to);
  }

  /// How many changes were judged so.
  public long count(Verdict verdict) {
    return outcomes.stream().filter(each -> each.verdict() == verdict).count();
  }
}
