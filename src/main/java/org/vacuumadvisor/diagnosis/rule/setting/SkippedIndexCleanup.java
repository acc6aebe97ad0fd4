package org.vacuumadvisor.diagnosis.rule.setting;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.LoggedTable;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.rule.worker.IndexScanBypassedNormal;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.Outcome.Decision;
import org.vacuumadvisor.model.history.Outcome.IndexScan;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.Trigger;
import org.vacuumadvisor.unit.Share;

/// Vacuums that left the indexes alone although there was a lot to clean in them: somebody switched
/// index cleanup off.
final class SkippedIndexCleanup {
  /// Below this many pages two percent is no page at all.
  private static final long MIN_PAGES = 50;

  private static final String PARAMETER = "vacuum_index_cleanup";

  private SkippedIndexCleanup() {}

  static Stream<Finding> of(Evidence evidence, Rule rule) {
    return LoggedTable.all(evidence)
        .flatMap(table -> table.latest().flatMap(run -> finding(table, run, rule)).stream());
  }

  private static Optional<Finding> finding(LoggedTable table, Run run, Rule rule) {
    return Optional.ofNullable(run.outcome().indexScan())
        .filter(scan -> scan.decision() == Decision.BYPASSED && scan.pages() >= MIN_PAGES)
        .filter(scan -> scan.percent() > IndexScanBypassedNormal.BYPASSED_PERCENT)
        .map(scan -> finding(table, run, scan, rule));
  }

  private static Finding finding(LoggedTable table, Run run, IndexScan scan, Rule rule) {
    return rule.warning(table.relation())
        .headline(
            isOfTable(table, run)
                ? "Index cleanup is switched off for vacuums of %s"
                : "A vacuum of %s left the dead entries in its indexes: index cleanup was off",
            table.name())
        .told(run, "dead item IDs left in the indexes", scan.deadItemIds())
        .told(run, "on a part of the pages", Share.ofPercent(scan.percent()))
        .explained("index-cleanup-skipped")
        .remedies(remedies(table, run))
        .build();
  }

  /// Whether its own parameter says so: autovacuum goes by nothing else, and VACUUM by hand where
  /// it is told nothing else.
  private static boolean isOfTable(LoggedTable table, Run run) {
    return run.heading().trigger() == Trigger.AUTOVACUUM
        || table.relation().parameters().bool(PARAMETER).filter(on -> !on).isPresent();
  }

  private static List<Remedy> remedies(LoggedTable table, Run run) {
    if (!table.isNamed()) {
      return List.of(new Remedy.Act("Vacuum %s with INDEX_CLEANUP ON.", table.name()));
    }
    var relation = table.relation();
    var vacuum = new Remedy.VacuumNow(relation, "INDEX_CLEANUP ON");
    return isOfTable(table, run)
        ? List.of(new Remedy.ResetTable(relation, PARAMETER), vacuum)
        : List.of(vacuum);
  }
}
