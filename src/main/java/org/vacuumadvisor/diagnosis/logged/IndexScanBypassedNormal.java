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
import org.vacuumadvisor.model.run.Outcome.Decision;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// A vacuum that left the indexes alone, because too few rows were dead to be worth the scan.
final class IndexScanBypassedNormal implements Rule {
  private static final long FEW_RUNS = 20;

  @Override
  public String id() {
    return "index-scan-bypassed-normal";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return LogCase.of(evidence)
        .filter(logs -> logs.history().runs() <= FEW_RUNS)
        .flatMap(logs -> logs.tables().flatMap(table -> finding(table, logs).stream()).limit(1));
  }

  private Optional<Finding> finding(TableHistory table, LogCase logs) {
    return table
        .milestones()
        .latest()
        .flatMap(run ->
            Optional.ofNullable(run.outcome().indexScan())
                .filter(scan -> scan.decision() == Decision.BYPASSED)
                .filter(scan -> scan.percent() <= RiskySetting.BYPASSED_PERCENT)
                .map(scan ->
                    new Finding(
                        id(),
                        Severity.INFO,
                        logs.subject(table),
                        "The vacuum of %s left the indexes alone, as it should"
                            .formatted(logs.name(table)),
                        List.of(
                            Told.by(
                                run,
                                "dead item IDs left",
                                "%s on %s %% of the pages"
                                    .formatted(
                                        Quantities.count(scan.deadItemIds()),
                                        Quantities.number(scan.percent()))),
                            Fact.threshold(
                                "bypassed below",
                                "2 % of the pages, and 32 MB of dead item IDs",
                                Provenance.ENGINE,
                                "BYPASS_THRESHOLD_PAGES in vacuumlazy.c, from 14 on")),
                        "So few pages had dead rows that scanning all indexes for them would cost"
                            + " more than it gains. The rows themselves are gone; what is left are"
                            + " line pointers of four bytes, which ANALYZE counts as dead rows. A"
                            + " later vacuum takes them along.",
                        Confidence.HIGH,
                        null,
                        List.of())));
  }
}
