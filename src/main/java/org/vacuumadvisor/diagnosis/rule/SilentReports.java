package org.vacuumadvisor.diagnosis.rule;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.LoggedTable;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;

/// Tables whose last vacuum does not say how many dead rows it had to keep: its report is cut off,
/// or the line that says so is in words that are not read. Such a vacuum proves nothing.
final class SilentReports {
  /// A log that was rotated cuts a report at either end; with more than that part of the tables
  /// silent, nobody can say that vacuums remove what is dead.
  private static final double MAX_SILENT_PART = 0.1;

  private SilentReports() {}

  static Optional<Finding> in(Evidence evidence, Rule rule) {
    var vacuumed =
        LoggedTable.all(evidence).filter(each -> each.history().counts().vacuums() > 0).toList();
    var silent =
        vacuumed.stream()
            .filter(each -> each.latest().filter(SilentReports::tellsKeptRows).isEmpty())
            .toList();
    boolean isBroken = evidence.notices(NoticeKind.CORRUPT_HEAP).isPresent();
    // the line that tells it may be there and not understood
    return isBroken
            || evidence.unreadMatter().findAny().isPresent()
            || (double) silent.size() <= MAX_SILENT_PART * (double) vacuumed.size()
        ? Optional.empty()
        : Optional.of(
            finding(
                silent,
                vacuumed.size(),
                evidence.history().filter(History::isOfHeadings).isPresent()
                    ? "headings"
                    : "silent-reports",
                rule));
  }

  /// Whoever copies the line about pages that were pinned, and nothing else, asks about that.
  private static boolean tellsKeptRows(Run run) {
    var tuples = run.outcome().tuples();
    return tuples.deadNotRemovable() != null || tuples.missedDead() != null;
  }

  private static Finding finding(List<LoggedTable> silent, int vacuumed, String cause, Rule rule) {
    var first = silent.getFirst();
    return rule.found(Severity.INFO, first.subject())
        .headline(
            "The vacuum of %s does not show how many dead rows it had to keep",
            first.name() + Names.andOthers(silent.size()))
        .facts(
            first.latest().stream()
                .map(run -> LogFacts.by(run, "dead rows that could not be removed", "not said")))
        .explained(
            cause, new Share(MAX_SILENT_PART), Quantities.counted(vacuumed, "vacuumed table"))
        .remedies(
            Stream.of(first.relation().name())
                .filter(each -> !each.name().isEmpty())
                .map(each -> new Remedy.Ask(Question.verbose(each))))
        .ask(Question.SESSIONS)
        .build();
  }
}
