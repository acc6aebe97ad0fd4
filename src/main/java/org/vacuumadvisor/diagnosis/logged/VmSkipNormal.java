package org.vacuumadvisor.diagnosis.logged;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.model.run.Run;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.Confidence;

/// A vacuum that looked at a small part of a table only: the visibility map let it.
final class VmSkipNormal implements Rule {
  /// In a longer log nobody wonders about a single run.
  private static final long FEW_RUNS = 20;

  private static final Share PART = new Share(0.5);
  private static final long PAGES = 32;

  @Override
  public String id() {
    return "vm-skip-normal";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return LogCase.of(evidence)
        .filter(logs -> logs.history().runs() <= FEW_RUNS)
        .flatMap(logs ->
            logs.tables()
                .filter(each -> !each.isSystem())
                .flatMap(table -> finding(table, logs).stream())
                .limit(1));
  }

  private Optional<Finding> finding(TableHistory table, LogCase logs) {
    return table
        .milestones()
        .latest()
        .flatMap(run ->
            scanned(run)
                .filter(scanned -> total(run) - scanned >= PAGES)
                .filter(scanned -> Share.of(scanned, total(run)).compareTo(PART) < 0)
                .map(scanned -> finding(table, run, scanned, logs)));
  }

  private static Optional<Long> scanned(Run run) {
    var pages = run.outcome().pages();
    var skipped = pages.skippedFrozen();
    return Optional.ofNullable(pages.scanned())
        .or(() -> Optional.ofNullable(skipped).map(frozen -> total(run) - frozen));
  }

  private static long total(Run run) {
    var pages = run.outcome().pages();
    var removed = pages.removed();
    return pages.total() != null
        ? pages.total()
        : pages.remain() != null ? pages.remain() + (removed == null ? 0 : removed) : 0;
  }

  private Finding finding(TableHistory table, Run run, long scanned, LogCase logs) {
    return new Finding(
        id(),
        Severity.INFO,
        logs.subject(table),
        "The vacuum of %s looked at %s of %s pages, as it should"
            .formatted(logs.name(table), Quantities.count(scanned), Quantities.count(total(run))),
        List.of(
            Told.by(
                run,
                "pages scanned",
                "%s of %s".formatted(Quantities.count(scanned), Quantities.count(total(run)))),
            Fact.threshold(
                "pages it may pass by",
                "runs of %d and more that the visibility map calls all-visible".formatted(PAGES),
                Provenance.ENGINE,
                "SKIP_PAGES_THRESHOLD in vacuumlazy.c")),
        "The other pages are marked all-visible or all-frozen in the visibility map: there is no"
            + " dead row on them. That makes vacuum fast and is no sign that it missed something.",
        Confidence.HIGH,
        null,
        List.of());
  }
}
