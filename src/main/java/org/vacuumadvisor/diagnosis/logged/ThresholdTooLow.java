package org.vacuumadvisor.diagnosis.logged;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// A tiny table that is vacuumed hundreds of times a day: its threshold is a handful of rows.
final class ThresholdTooLow implements Rule {
  private static final double TINY_ROWS = 1_000;
  private static final double FEW_REMOVED = 1_000;
  private static final long RUNS = 20;
  private static final double A_DAY = 100;
  private static final double SECONDS_A_DAY = 86_400;

  @Override
  public String id() {
    return "threshold-too-low";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return LogCase.of(evidence)
        .flatMap(logs ->
            logs.tables()
                .filter(each -> !each.isSystem() && !logs.isHeld(each) && isTiny(each))
                .filter(each -> aDay(each) >= A_DAY)
                .map(each -> finding(each, logs)));
  }

  private static boolean isTiny(TableHistory table) {
    return table.counts().automatic() >= RUNS
        && table.remain().most() <= TINY_ROWS
        && table.removed().median() <= FEW_REMOVED;
  }

  /// By the time from one vacuum to the next.
  private static double aDay(TableHistory table) {
    double period = table.gapSeconds().median() + table.seconds().median();
    return period > 0 ? SECONDS_A_DAY / period : 0;
  }

  private Finding finding(TableHistory table, LogCase logs) {
    var facts = new ArrayList<Fact>();
    table
        .milestones()
        .latest()
        .ifPresent(run ->
            facts.add(
                Told.by(
                    run, "rows of the table, at most", Quantities.count(table.remain().most()))));
    facts.add(
        Fact.observed(
            "vacuums in these logs",
            "%s, at a pace of %s a day"
                .formatted(
                    Quantities.count(table.counts().automatic()), Quantities.count(aDay(table))),
            "median time from one to the next"));
    facts.add(
        Fact.observed(
            "removed by half of them, at most",
            Quantities.counted(Math.round(table.removed().median()), "row"),
            "these logs"));
    facts.add(
        Fact.threshold(
            "default threshold",
            "%s rows".formatted(Quantities.count(50 + 0.2 * table.remain().median())),
            Provenance.ENGINE,
            "relation_needs_vacanalyze(): 50 + 0.2 × rows"));
    facts.add(
        Fact.threshold(
            "too often",
            "%s times a day for fewer than %s rows"
                .formatted(Quantities.count(A_DAY), Quantities.count(TINY_ROWS)),
            Provenance.CONVENTION,
            "ours, after a report of small tables whose vacuums used up a disk's budget"));
    return new Finding(
        id(),
        Severity.ADVICE,
        logs.subject(table),
        "%s has at most %s and is vacuumed %s times a day"
            .formatted(
                logs.name(table),
                Quantities.counted(Math.round(table.remain().most()), "row"),
                Quantities.count(aDay(table))),
        facts,
        "For a table of a few rows the threshold is hardly more than 50 dead rows, which busy"
            + " updates reach at once. Each vacuum costs little, but it writes WAL, takes a"
            + " worker's turn, and fills the log. A page or two of dead rows more does no harm"
            + " here.",
        Confidence.MEDIUM,
        null,
        logs.isNamed(table) ? List.of(remedy(table, logs)) : List.of());
  }

  private static Remedy remedy(TableHistory table, LogCase logs) {
    return new Remedy.Tune(
        new Subject.OfRelation(logs.relation(table)),
        Setting.AUTOVACUUM_VACUUM_THRESHOLD,
        new Goal.DeadRowsAtLeast(FEW_REMOVED, aDay(table), Math.max(50, table.removed().median())));
  }
}
