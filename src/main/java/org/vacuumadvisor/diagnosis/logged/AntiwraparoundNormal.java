package org.vacuumadvisor.diagnosis.logged;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.model.run.Run;
import org.vacuumadvisor.model.run.Trait;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// Vacuums to prevent wraparound that did what they came for: routine.
final class AntiwraparoundNormal implements Rule {
  private static final int TABLES_SHOWN = 3;

  @Override
  public String id() {
    return "antiwraparound-normal";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return LogCase.of(evidence).flatMap(this::examine);
  }

  private Stream<Finding> examine(LogCase logs) {
    var tables = logs.tables().filter(each -> isWell(each, logs)).toList();
    return tables.isEmpty() ? Stream.empty() : Stream.of(finding(tables, logs));
  }

  private static boolean isWell(TableHistory table, LogCase logs) {
    return table.counts().forced() > 0
        && table.milestones().stuck() == 0
        && table.counts().failsafe() == 0
        && table.milestones().forced().filter(run -> !run.is(Trait.FAILSAFE)).isPresent()
        && FrozenLate.latest(table, logs).isEmpty();
  }

  private Finding finding(List<TableHistory> tables, LogCase logs) {
    var databases = tables.stream().map(each -> each.name().database()).distinct().toList();
    var database = databases.size() == 1 ? databases.getFirst() : "";
    var facts = new ArrayList<Fact>();
    for (var each : tables.subList(0, Math.min(TABLES_SHOWN, tables.size()))) {
      each.milestones()
          .forced()
          .ifPresent(run ->
              facts.add(
                  Told.by(
                      run,
                      logs.name(each),
                      "took %s%s".formatted(Told.elapsed(run), advance(run)))));
    }
    facts.add(
        Fact.threshold(
            "forced from",
            "an age of %s by default".formatted(Quantities.count(Held.FREEZE_MAX_AGE)),
            Provenance.ENGINE,
            "autovacuum_freeze_max_age"));
    return new Finding(
        id(),
        Severity.INFO,
        tables.size() == 1
            ? logs.subject(tables.getFirst())
            : database.isEmpty() ? new Subject.Cluster() : new Subject.OfDatabase(database),
        "Autovacuum froze %s to prevent wraparound, as it should"
            .formatted(
                tables.size() == 1
                    ? logs.name(tables.getFirst())
                    : "%s%s"
                        .formatted(
                            Quantities.counted(tables.size(), "table"),
                            database.isEmpty() ? "" : " of database " + database)),
        facts,
        "When the oldest row of a table is autovacuum_freeze_max_age transactions old, autovacuum"
            + " freezes the table, whatever its dead rows, and does not give way to locks. That is"
            + " routine at this age: nothing is in danger. Ending it only makes it start over. To"
            + " choose the hour yourself, freeze the table before.",
        Confidence.HIGH,
        null,
        List.of());
  }

  private static String advance(Run run) {
    var advance = run.outcome().newRelfrozenXid();
    return advance == null ? "" : ", relfrozenxid moved on by " + Quantities.count(advance.ahead());
  }
}
