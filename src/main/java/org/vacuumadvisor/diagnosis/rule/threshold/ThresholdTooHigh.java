package org.vacuumadvisor.diagnosis.rule.threshold;

import static org.vacuumadvisor.evidence.TableFigures.AUTOVACUUM_STATE;
import static org.vacuumadvisor.evidence.TableFigures.COUNTED_DEAD_ROWS;
import static org.vacuumadvisor.evidence.TableFigures.DEAD_ROWS;
import static org.vacuumadvisor.evidence.TableFigures.ROWS;
import static org.vacuumadvisor.evidence.TableFigures.ROW_BYTES;
import static org.vacuumadvisor.evidence.TableFigures.THRESHOLDS;
import static org.vacuumadvisor.model.TableKeys.N_TUP_DEL;
import static org.vacuumadvisor.model.TableKeys.N_TUP_UPD;

import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.DeadRowTarget;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.TableRule;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.evidence.TableFigures;
import org.vacuumadvisor.evidence.Truth;
import org.vacuumadvisor.postgres.AutovacuumOptions;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;

/// Autovacuum waits for more dead rows than a table should carry: because it is so large that the
/// default share of it is too much, or because someone raised the threshold.
public final class ThresholdTooHigh extends TableRule {
  /// The space of dead rows that no threshold should wait for: 1 GiB of growth by bloat is critical
  /// to PerformanceMonitor, from 50 clusters.
  private static final Bytes MAX_DEAD_BYTES = Bytes.ofGigabytes(1);

  /// The same in rows, however short they are: the IDs of so many fill `maintenance_work_mem` of 64
  /// MB, its default, up to 16.
  private static final double MAX_DEAD_ROWS = 10_000_000;

  /// The part of the threshold from which on dead rows show what the threshold does: of a table as
  /// large as that, fewer are a small part.
  private static final double MIN_PART_OF_THRESHOLD = 0.1;

  /// PostgreSQL's default: 50 rows and a fifth of the table.
  private static final double DEFAULT_SHARE = 0.2;

  private static final double DEFAULT_BASE = 50;

  /// A threshold of half of the table and more has been raised.
  private static final double RAISED_SHARE = 0.5;

  /// Far past its threshold a table waits for a worker, or for what keeps its dead rows.
  private static final double JUST_PASSED = 2;

  private static final double MIN_REPORTED_ROWS = 10_000;

  /// With fewer dead rows neither limit can be passed.
  private static final double MIN_DEAD_ROWS = DEFAULT_BASE + DEFAULT_SHARE * MIN_REPORTED_ROWS;

  @Override
  protected Verdict examine(TableEvidence table) {
    double dead = (double) table.need(COUNTED_DEAD_ROWS);
    if (dead <= MIN_DEAD_ROWS || !table.need(AUTOVACUUM_STATE).isOn()) {
      return clear(table);
    }
    double threshold = table.need(THRESHOLDS).vacuum();
    double rows = table.need(ROWS);
    boolean isRaised = isRaised(dead, threshold, rows);
    boolean isNear = dead <= threshold && dead >= MIN_PART_OF_THRESHOLD * threshold;
    if (!isRaised && !(isNear && table.decide(isMuchAndDead(threshold, table)))) {
      return clear(table);
    }
    var target = target(isRaised, rows, table);
    if (target.rows() >= threshold) {
      return clear(table);
    }
    boolean isAssumed = !table.inquiry().assumed().isEmpty();
    var size =
        table.ask(ROW_BYTES).map(each -> ", about " + new Bytes(Math.round(threshold * each)));
    return found(
            isRaised || isMuch(dead, table) == Truth.YES ? Severity.WARNING : Severity.ADVICE,
            table.relation())
        .headline(
            "%s waits for %s dead rows in %s, %s of the table: %s now%s",
            isAssumed ? "By default autovacuum" : "Autovacuum",
            threshold,
            Names.of(table),
            Share.of(threshold, rows),
            dead,
            deathRate(table).map(rate -> ", %s more an hour".formatted(rate.value())).orElse(""))
        .observed("dead rows now", table.ask(COUNTED_DEAD_ROWS))
        .engine(
            "vacuum threshold",
            Quantities.count(threshold) + " rows" + size.or(""),
            arithmetic(threshold, table))
        .facts(deathRate(table).stream())
        .explained("", MAX_DEAD_BYTES, MAX_DEAD_ROWS, new Share(RAISED_SHARE))
        .toBeCertain(
            isAssumed
                ? "The settings of autovacuum and reloptions of pg_class: nobody showed them, so"
                    + " PostgreSQL's defaults are assumed."
                : table.window().isPresent()
                    ? null
                    : "Two surveys some minutes apart measure how fast rows die, and so how often"
                        + " vacuum would run.")
        .remedy(target.remedy(table.relation()))
        .build();
  }

  /// What the table is to be tuned to: where somebody raised the threshold, no more than the
  /// default lets die, however fast that is.
  private static DeadRowTarget target(boolean isRaised, double rows, TableEvidence table) {
    var target = DeadRowTarget.of(Math.max(1, rows), table.relation(), table.all());
    double byDefault = DEFAULT_BASE + DEFAULT_SHARE * rows;
    return isRaised && byDefault < target.rows()
        ? new DeadRowTarget(byDefault, "PostgreSQL's default for a table of this size")
        : target;
  }

  /// Whether the threshold is more than a table should carry, and its dead rows are there. Of a
  /// small threshold nobody is asked whether the counter is right.
  private static Truth isMuchAndDead(double threshold, TableEvidence table) {
    return Truth.all(
        () -> isMuch(threshold, table), () -> Truth.of(table.ask(DEAD_ROWS), dead -> dead > 0));
  }

  /// Whether so many rows are more than a table should carry.
  private static Truth isMuch(double some, TableEvidence table) {
    return Truth.any(
        () -> Truth.of(some >= MAX_DEAD_ROWS),
        () -> TableFigures.isAtLeast(some, MAX_DEAD_BYTES, table));
  }

  /// Whether the default would have brought autovacuum long ago, by the rows it counts with.
  private static boolean isRaised(double dead, double threshold, double rows) {
    return rows >= MIN_REPORTED_ROWS
        && threshold >= RAISED_SHARE * rows
        && dead > DEFAULT_BASE + DEFAULT_SHARE * rows
        && dead <= JUST_PASSED * threshold;
  }

  private static Optional<Fact> deathRate(TableEvidence table) {
    boolean isCounted =
        Stream.of(N_TUP_UPD, N_TUP_DEL).allMatch(each -> table.relation().get(each).isKnown());
    return table
        .workload()
        .rates()
        .deadRowsPerSecond()
        .filter(_ -> isCounted)
        .map(each ->
            Fact.observed(
                "rows die every hour", each * 3600, "n_tup_upd and n_tup_del over the period"));
  }

  private static String arithmetic(double threshold, TableEvidence table) {
    var options = table.all().options(table.relation());
    double rows = table.need(ROWS);
    double uncapped =
        options.vacuumThreshold().value() + options.vacuumScaleFactor().value() * rows;
    return "relation_needs_vacanalyze(): %s + %s × %s rows%s, %s"
        .formatted(
            Quantities.count(options.vacuumThreshold().value()),
            Quantities.number(options.vacuumScaleFactor().value()),
            Quantities.count(rows),
            threshold < 0.999 * uncapped ? ", capped by autovacuum_vacuum_max_threshold" : "",
            origin(options, table));
  }

  private static String origin(AutovacuumOptions options, TableEvidence table) {
    return options.vacuumScaleFactor().isOfTable() || options.vacuumThreshold().isOfTable()
        ? "set for the table"
        : table.all().areSettingsShown() ? "by the server's settings" : "by PostgreSQL's defaults";
  }
}
