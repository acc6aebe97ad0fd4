package org.vacuumadvisor.diagnosis.rule.worker;

import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.LoggedTable;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.Outcome.Decision;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.unit.Share;

/// A vacuum that left the indexes alone, because too few rows were dead to be worth the scan.
public final class IndexScanBypassedNormal implements Rule {
  /// `BYPASS_THRESHOLD_PAGES`: with fewer pages than this, in percent, vacuum leaves the indexes by
  /// itself.
  public static final double BYPASSED_PERCENT = 2;

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    return LogFacts.onOneRun(evidence, this::finding);
  }

  private Optional<Finding> finding(LoggedTable table, Run run) {
    return Optional.ofNullable(run.outcome().indexScan())
        .filter(scan -> scan.decision() == Decision.BYPASSED)
        .filter(scan -> scan.percent() <= BYPASSED_PERCENT)
        .map(scan ->
            info(table.relation())
                .headline("The vacuum of %s left the indexes alone, as it should", table.name())
                .told(run, "dead item IDs left", scan.deadItemIds())
                .told(run, "on a part of the pages", Share.ofPercent(scan.percent()))
                .build());
  }
}
