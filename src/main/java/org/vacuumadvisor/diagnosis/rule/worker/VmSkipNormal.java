package org.vacuumadvisor.diagnosis.rule.worker;

import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.LoggedTable;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.Share;

/// A vacuum that looked at a small part of a table only: the visibility map let it.
public final class VmSkipNormal implements Rule {
  private static final Share MAX_PART_SCANNED = new Share(0.5);

  /// `SKIP_PAGES_THRESHOLD` in `vacuumlazy.c`.
  private static final long MIN_SKIPPED_PAGES = 32;

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    return LogFacts.onOneRun(
        evidence,
        (table, run) -> table.relation().isSystem() ? Optional.empty() : finding(table, run));
  }

  private Optional<Finding> finding(LoggedTable table, Run run) {
    return Optional.ofNullable(run.outcome().pages().sizeBefore())
        .flatMap(total ->
            scanned(run, total)
                .filter(scanned -> total - scanned >= MIN_SKIPPED_PAGES)
                .filter(scanned -> Share.of(scanned, total).compareTo(MAX_PART_SCANNED) < 0)
                .map(scanned -> finding(table, run, scanned, total)));
  }

  private static Optional<Long> scanned(Run run, long total) {
    var pages = run.outcome().pages();
    return Optional.ofNullable(pages.scanned())
        .or(() -> Optional.ofNullable(pages.skippedFrozen()).map(frozen -> total - frozen));
  }

  private Finding finding(LoggedTable table, Run run, long scanned, long total) {
    return info(table.relation())
        .headline(
            "The vacuum of %s looked at %s of %s pages, as it should", table.name(), scanned, total)
        .told(run, "pages scanned", new Pages(scanned))
        .told(run, "pages of the table", new Pages(total))
        .explained("", MIN_SKIPPED_PAGES)
        .build();
  }
}
