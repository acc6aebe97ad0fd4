package org.vacuumadvisor.diagnosis.rule.worker;

import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.LoggedTable;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.unit.Pages;

/// Pages that a vacuum could not clean because someone had them pinned: an open cursor, or a query
/// that waits in the middle of a page.
public final class PinnedPageSkipped implements Rule {
  private static final long MIN_ROWS = 100;
  private static final long MIN_PAGES = 10;

  /// The part of the rows that the vacuum removed, or of the pages of the table.
  private static final double MIN_PART = 0.01;

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    return LogFacts.verdicts(
        evidence,
        LoggedTable.all(evidence)
            .flatMap(table ->
                table.latest().filter(PinnedPageSkipped::isMuch).stream()
                    .map(run -> finding(table, run)))
            .toList());
  }

  private static boolean isMuch(Run run) {
    var tuples = run.outcome().tuples();
    var missed = tuples.missedDead();
    if (missed != null) {
      return missed >= MIN_ROWS
          && isAtLeast(tuples.missedDeadPages(), MIN_PAGES)
          && isPart(missed, Optional.ofNullable(tuples.gone()).map(gone -> gone + missed));
    }
    var pages = run.outcome().pages();
    return isAtLeast(pages.skippedPinned(), MIN_PAGES)
        && isPart(pages.skippedPinned(), Optional.ofNullable(pages.size()));
  }

  private static boolean isAtLeast(@Nullable Long figure, long least) {
    return figure != null && figure >= least;
  }

  private static boolean isPart(@Nullable Long figure, Optional<Long> whole) {
    return figure != null
        && whole.filter(all -> (double) figure >= MIN_PART * (double) all).isPresent();
  }

  private Finding finding(LoggedTable table, Run run) {
    return advice(table.relation())
        .headline("A vacuum of %s had to leave pages that someone had pinned", table.name())
        .facts(facts(run))
        .explained("", MIN_PAGES, MIN_ROWS)
        .remedy(Remedy.Act.said("find-cursors", table.name()))
        .build();
  }

  private static Facts facts(Run run) {
    var tuples = run.outcome().tuples();
    return new Facts()
        .told(run, "dead rows missed", tuples.missedDead())
        .told(run, "on pages", pages(tuples.missedDeadPages()))
        .told(run, "pages skipped due to pins", pages(run.outcome().pages().skippedPinned()))
        .told(run, "removed all the same", tuples.gone());
  }

  private static @Nullable Pages pages(@Nullable Long count) {
    return count == null ? null : new Pages(count);
  }
}
