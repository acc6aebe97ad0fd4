package org.vacuumadvisor.diagnosis.logged;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.model.run.Run;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// Pages that a vacuum could not clean because someone had them pinned: an open cursor, or a query
/// that waits in the middle of a page.
final class PinnedPageSkipped implements Rule {
  private static final long MIN_ROWS = 100;
  private static final long MIN_PAGES = 10;
  private static final double MIN_PART = 0.01;

  @Override
  public String id() {
    return "pinned-page-skipped";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return LogCase.of(evidence)
        .flatMap(logs ->
            logs.tables()
                .flatMap(table ->
                    table
                        .milestones()
                        .mostMissed()
                        .filter(PinnedPageSkipped::isMuch)
                        .map(run -> finding(table, run, logs))
                        .stream()));
  }

  private static boolean isMuch(Run run) {
    var tuples = run.outcome().tuples();
    if (tuples.missedDead() != null) {
      return isAtLeast(tuples.missedDead(), MIN_ROWS)
          && isAtLeast(tuples.missedDeadPages(), MIN_PAGES)
          && isPart(tuples.missedDead(), Held.removed(run) + tuples.missedDead());
    }
    var pages = run.outcome().pages();
    return isAtLeast(pages.skippedPinned(), MIN_PAGES)
        && isPart(pages.skippedPinned(), pages.remain());
  }

  private static boolean isAtLeast(@Nullable Long figure, long least) {
    return figure != null && figure >= least;
  }

  private static boolean isPart(@Nullable Long figure, @Nullable Long whole) {
    return figure != null && whole != null && (double) figure >= MIN_PART * (double) whole;
  }

  private Finding finding(TableHistory table, Run run, LogCase logs) {
    return new Finding(
        id(),
        Severity.ADVICE,
        logs.subject(table),
        "A vacuum of %s had to leave pages that someone had pinned".formatted(logs.name(table)),
        facts(run),
        "To clean a page, vacuum needs it for itself for a moment. It does not wait for that: it"
            + " leaves a page that another process has pinned, and takes it the next time. Where"
            + " the same pages are pinned each time, a cursor stands open on them, or a query that"
            + " reads them waits for its client. Dead rows on these pages stay; the horizon has"
            + " nothing to do with it.",
        Confidence.HIGH,
        null,
        List.of(
            new Remedy.Act(
                "Look for cursors that stay open for long on %s, and for clients that fetch slowly."
                    .formatted(logs.name(table)))));
  }

  private static List<Fact> facts(Run run) {
    var facts = new ArrayList<Fact>();
    var tuples = run.outcome().tuples();
    var pages = run.outcome().pages();
    if (tuples.missedDead() != null) {
      facts.add(
          Told.by(
              run,
              "dead rows missed",
              "%s on %s"
                  .formatted(
                      Quantities.count(tuples.missedDead()),
                      Quantities.counted(
                          Optional.ofNullable(tuples.missedDeadPages()).orElse(0L), "page"))));
    }
    if (pages.skippedPinned() != null) {
      facts.add(Told.by(run, "pages skipped due to pins", Quantities.count(pages.skippedPinned())));
    }
    facts.add(Told.by(run, "removed all the same", Quantities.count(Held.removed(run))));
    facts.add(
        Fact.threshold(
            "reported from",
            "%d pages, %d rows where they are counted, and 1 %% of the work"
                .formatted(MIN_PAGES, MIN_ROWS),
            Provenance.CONVENTION,
            "ours: a page or two is normal on a busy table"));
    return facts;
  }
}
