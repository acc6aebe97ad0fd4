package org.vacuumadvisor.diagnosis.rule.lock;

import java.util.Comparator;
import java.util.List;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.LoggedTable;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Occurrences;

/// A table that vacuum did not get through with, because of somebody's lock.
///
/// @param told the notices of it
/// @param isAlone whether nothing is told of any vacuum that ended: then nobody knows how rare it
///   is
record SkippedVacuums(LoggedTable table, Occurrences told, boolean isAlone) {
  /// Once or twice among vacuums that end is DDL. Our choice.
  static final long OFTEN = 3;

  /// The tables that logs have notices of this kind of, those with most first.
  static List<SkippedVacuums> of(Evidence evidence, NoticeKind kind) {
    boolean isAlone =
        kind == NoticeKind.SKIPPED_LOCK_NOT_AVAILABLE
            && evidence.history().filter(each -> each.runs() > 0).isEmpty();
    return LoggedTable.all(evidence)
        .flatMap(table ->
            table.history().notices(kind).stream()
                .map(told -> new SkippedVacuums(table, told, isAlone)))
        .sorted(Comparator.comparingLong((SkippedVacuums each) -> each.told().count()).reversed())
        .toList();
  }

  /// Whoever holds a lock as vacuum comes and whoever asks for one while it is at work counts
  /// alike.
  boolean isOften() {
    return count(NoticeKind.SKIPPED_LOCK_NOT_AVAILABLE) + cancelled() >= OFTEN;
  }

  /// How often somebody's lock cancelled a vacuum of the table.
  long cancelled() {
    return count(NoticeKind.AUTOVACUUM_CANCELLED);
  }

  private long count(NoticeKind kind) {
    return table.history().notices(kind).map(Occurrences::count).orElse(0L);
  }

  /// Whether none of them is about a vacuum: statistics get old, no dead rows.
  boolean isOfAnalyze() {
    return told.analyzes() == told.count();
  }

  /// Whether a vacuum of the table ended after the last of these notices.
  boolean isDoneSince() {
    return !isOfAnalyze() && table.wasVacuumedSince(told);
  }

  Severity severity() {
    return isOften() && !isDoneSince()
        ? Severity.WARNING
        : isOften() || isAlone ? Severity.ADVICE : Severity.INFO;
  }

  Fact lastVacuum() {
    var last = table.relation().vacuumedLast().map(Names::time);
    return table
        .latest()
        .map(run -> LogFacts.by(run, "last vacuum that ended", "took " + LogFacts.elapsed(run)))
        .or(() -> last.map(each -> Fact.observed("last vacuum that ended", each, "its counters")))
        .orElse(Fact.observed("vacuums of it that ended", "none", "these logs"));
  }
}
