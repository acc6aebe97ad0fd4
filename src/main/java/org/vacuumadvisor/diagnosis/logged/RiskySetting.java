package org.vacuumadvisor.diagnosis.logged;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.model.run.Outcome.Decision;
import org.vacuumadvisor.model.run.Outcome.IndexScan;
import org.vacuumadvisor.model.run.Run;
import org.vacuumadvisor.model.run.Trigger;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// Vacuums that left the indexes alone although there was much to clean in them: somebody switched
/// index cleanup off.
final class RiskySetting implements Rule {
  /// `BYPASS_THRESHOLD_PAGES`: with fewer pages than this, vacuum leaves the indexes by itself.
  static final double BYPASSED_PERCENT = 2;

  /// Below this many pages two percent is no page at all.
  private static final long LEAST_PAGES = 50;

  @Override
  public String id() {
    return "risky-setting";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return LogCase.of(evidence)
        .flatMap(logs -> logs.tables().flatMap(table -> finding(table, logs).stream()));
  }

  private Optional<Finding> finding(TableHistory table, LogCase logs) {
    return table
        .milestones()
        .latest()
        .flatMap(run ->
            Optional.ofNullable(run.outcome().indexScan())
                .filter(RiskySetting::isSwitchedOff)
                .map(scan -> finding(table, run, scan, logs)));
  }

  private static boolean isSwitchedOff(IndexScan scan) {
    return scan.decision() == Decision.BYPASSED
        && scan.percent() > BYPASSED_PERCENT
        && scan.pages() >= LEAST_PAGES;
  }

  private Finding finding(TableHistory table, Run run, IndexScan scan, LogCase logs) {
    return new Finding(
        id(),
        Severity.WARNING,
        logs.subject(table),
        "Index cleanup is switched off for vacuums of " + logs.name(table),
        List.of(
            Told.by(
                run,
                "index scan bypassed with",
                "%s dead item IDs on %s %% of the pages"
                    .formatted(
                        Quantities.count(scan.deadItemIds()), Quantities.number(scan.percent()))),
            Fact.threshold(
                "vacuum does that by itself",
                "below 2 % of the pages",
                Provenance.ENGINE,
                "BYPASS_THRESHOLD_PAGES in vacuumlazy.c")),
        "By itself vacuum passes the indexes by only where under two percent of the pages have dead"
            + " items. Here there were more, so vacuum_index_cleanup is off for the table, or the"
            + " command said INDEX_CLEANUP OFF. Indexes grow, and the line pointers of dead rows"
            + " are never used again, until a vacuum with index cleanup comes.",
        Confidence.HIGH,
        "SELECT reloptions FROM pg_class for the table.",
        remedies(table, run, logs));
  }

  private static List<Remedy> remedies(TableHistory table, Run run, LogCase logs) {
    if (!logs.isNamed(table)) {
      return List.of(
          new Remedy.Act("Vacuum %s with INDEX_CLEANUP ON.".formatted(logs.name(table))));
    }
    var relation = logs.relation(table);
    var vacuum = new Remedy.VacuumNow(List.of(relation), List.of("INDEX_CLEANUP ON"));
    return run.heading().trigger() == Trigger.AUTOVACUUM
        ? List.of(
            new Remedy.ResetTable(relation, new TreeSet<>(List.of("vacuum_index_cleanup"))), vacuum)
        : List.of(vacuum);
  }
}
