package org.vacuumadvisor.diagnosis.rule.threshold;

import static org.vacuumadvisor.evidence.TableFigures.AUTOVACUUM_STATE;
import static org.vacuumadvisor.evidence.TableFigures.LAST_ANALYZED;
import static org.vacuumadvisor.evidence.TableFigures.ROWS;
import static org.vacuumadvisor.evidence.TableFigures.THRESHOLDS;
import static org.vacuumadvisor.model.TableKeys.LAST_AUTOVACUUM;
import static org.vacuumadvisor.model.TableKeys.LAST_VACUUM;
import static org.vacuumadvisor.model.TableKeys.N_DEAD_TUP;
import static org.vacuumadvisor.model.TableKeys.N_INS_SINCE_VACUUM;
import static org.vacuumadvisor.model.TableKeys.N_LIVE_TUP;
import static org.vacuumadvisor.model.TableKeys.N_MOD_SINCE_ANALYZE;
import static org.vacuumadvisor.model.TableKeys.N_TUP_HOT_UPD;
import static org.vacuumadvisor.model.TableKeys.N_TUP_UPD;
import static org.vacuumadvisor.model.TableKeys.RELTUPLES;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.PassedBy;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.TableRule;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.DeadRowMemory;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;

/// The planner goes by statistics of rows that have changed since, and no analyze is to come.
public final class StatisticsStale extends TableRule {
  private static final double MIN_REPORTED_ROWS = 10_000;

  /// PostgreSQL's default: 50 rows and a tenth of the table.
  private static final double DEFAULT_SHARE = 0.1;

  private static final double DEFAULT_BASE = 50;

  /// A threshold of half of the table and more has been raised.
  private static final double RAISED_SHARE = 0.5;

  /// From here on a tenth of the table is more than plans bear: FuelLabs/fuel-explorer#687 has 250
  /// million changes before an analyze.
  private static final double MANY_ROWS = 100_000_000;

  private static final double SHARE_OF_MANY = 0.02;

  /// A file that was cut off since has room for fewer rows than were there. Our choice.
  private static final double OUTGROWN = 2;

  private static final Share MOSTLY = new Share(0.9);

  /// Below this part of the threshold, changes are too few to have shown what it does.
  private static final double MIN_PART_OF_THRESHOLD = 0.1;

  @Override
  protected boolean concerns(Relation relation, Evidence evidence) {
    return isTended(relation, evidence) && relation.kind() != RelationKind.TOAST;
  }

  @Override
  protected Verdict examine(TableEvidence table) {
    if (isWithoutStatistics(table)) {
      return never(table);
    }
    if (table.history().isEmpty() && hasNoRoom(table)) {
      return foreign(table);
    }
    double modified = (double) table.need(N_MOD_SINCE_ANALYZE);
    if (modified <= DEFAULT_BASE) {
      return clear(table);
    }
    double rows = table.need(ROWS);
    if (rows < MIN_REPORTED_ROWS || !table.need(AUTOVACUUM_STATE).isOn()) {
      return clear(table);
    }
    double threshold = table.need(THRESHOLDS).analyze();
    if (modified > threshold) {
      var due = overdue(table);
      return due.isPresent()
          ? passedBy(due.get(), table)
          : table.all().isPieced() && table.ask(LAST_ANALYZED).is(Optional::isEmpty)
              ? never(table)
              : sinceLeftOut(table).isPresent() ? leftOut(table) : clear(table);
    }
    boolean isRaised =
        threshold >= RAISED_SHARE * rows && modified > DEFAULT_BASE + DEFAULT_SHARE * rows;
    boolean isMuch =
        rows >= MANY_ROWS
            && threshold > SHARE_OF_MANY * 2 * rows
            && modified >= MIN_PART_OF_THRESHOLD * threshold;
    return isRaised || isMuch ? waiting(isRaised, rows, threshold, table) : clear(table);
  }

  /// Whether somebody shows rows of a table that nobody ever analyzed: by the time of the last
  /// analyze, and by `reltuples`, which is -1 then. On a server that is seen whole its changes
  /// tell.
  private static boolean isWithoutStatistics(TableEvidence table) {
    var relation = table.relation();
    return table.all().isPieced()
        && relation.get(RELTUPLES).equals(Reading.missing(Reading.Why.NOT_APPLICABLE))
        && relation.get(N_MOD_SINCE_ANALYZE) instanceof Reading.Missing
        && table.ask(LAST_ANALYZED).is(Optional::isEmpty)
        && relation.get(N_LIVE_TUP).map(rows -> (double) rows >= MIN_REPORTED_ROWS).or(true)
        && !relation.heapSize().is(Bytes.NONE::equals);
  }

  /// Whether the file has no room for as many rows as the statistics say: they are of another table
  /// (`pg_restore_relation_stats()`), or damaged.
  private static boolean hasNoRoom(TableEvidence table) {
    var relation = table.relation();
    int most = DeadRowMemory.rowsAPage(relation.blockSize());
    return relation
        .heapPages()
        .is(pages ->
            pages.count() > 0
                && relation
                    .get(RELTUPLES)
                    .is(rows -> rows > OUTGROWN * most * (double) pages.count()));
  }

  private Finding foreign(TableEvidence table) {
    var relation = table.relation();
    return found(
            relation.get(N_DEAD_TUP).is(dead -> (double) dead >= MIN_REPORTED_ROWS)
                ? Severity.WARNING
                : Severity.ADVICE,
            relation)
        .headline(
            "The statistics of %s are not its own: %s rows do not fit into %s",
            Names.of(table), relation.get(RELTUPLES).or(0.0), relation.heapSize().or(Bytes.NONE))
        .shown("dead rows", relation.get(N_DEAD_TUP))
        .observed("reltuples", relation.get(RELTUPLES))
        .explained("foreign")
        .remedy(new Remedy.AnalyzeNow(relation))
        .build();
  }

  private Finding never(TableEvidence table) {
    return advice(table.relation())
        .headline(
            "%s%s was never analyzed: the planner has no statistics of it",
            Names.atStart(table),
            table
                .relation()
                .get(N_LIVE_TUP)
                .map(rows -> " has %s rows and".formatted(Quantities.count(rows)))
                .or(""))
        .observed("live rows", table.ask(N_LIVE_TUP))
        .explained("never")
        .remedy(new Remedy.AnalyzeNow(table.relation()))
        .build();
  }

  private Finding waiting(boolean isRaised, double rows, double threshold, TableEvidence table) {
    return found(
            isMostlyHot(table) ? Severity.INFO : isRaised ? Severity.WARNING : Severity.ADVICE,
            table.relation())
        .headline(
            "Autovacuum waits for %s changed rows before it analyzes %s: %s now",
            threshold, Names.of(table), table.need(N_MOD_SINCE_ANALYZE))
        .facts(counted(table))
        .engine(
            "analyze threshold",
            "%s rows, %s of the table"
                .formatted(Quantities.count(threshold), Share.of(threshold, rows)),
            "relation_needs_vacanalyze()")
        .explained("waiting", new Share(RAISED_SHARE), new Share(SHARE_OF_MANY * 2), MANY_ROWS)
        .tune(
            table.relation(),
            Setting.AUTOVACUUM_ANALYZE_SCALE_FACTOR,
            new Goal.ChangedBetweenAnalyzes(new Share(isRaised ? DEFAULT_SHARE : SHARE_OF_MANY)))
        .build();
  }

  /// Whether what changed are rows whose new versions went to no index, by which plans are chosen.
  private static boolean isMostlyHot(TableEvidence table) {
    var relation = table.relation();
    var hot = relation.get(N_TUP_HOT_UPD);
    return relation
            .get(N_TUP_UPD)
            .is(all -> hot.is(some -> (double) some >= MOSTLY.fraction() * (double) all))
        && hot.is(some -> some >= table.need(N_MOD_SINCE_ANALYZE));
  }

  /// For how long it is known to be due, where autovacuum should have come twice in that time. A
  /// vacuum that is due as long is named instead: whatever keeps it away keeps the analyze away.
  private static Optional<Duration> overdue(TableEvidence table) {
    return PassedBy.byVacuum(table).isPresent()
        ? Optional.empty()
        : PassedBy.byAnalyze(table)
            .or(() -> sinceLeftOut(table).filter(time -> PassedBy.isLong(time, table)));
  }

  /// Since when autovacuum has vacuumed what had changed, without the analyze that was due with it.
  private static Optional<Duration> sinceLeftOut(TableEvidence table) {
    var relation = table.relation();
    var counts = Stream.of(N_INS_SINCE_VACUUM, N_DEAD_TUP, N_TUP_HOT_UPD).map(relation::get);
    var later = counts.mapToDouble(each -> each.map(Long::doubleValue).or(Double.NaN)).sum();
    return relation
        .get(LAST_AUTOVACUUM)
        .known()
        .filter(last -> table.ask(LAST_ANALYZED).is(each -> each.stream().allMatch(last::isAfter)))
        .filter(last -> !relation.get(LAST_VACUUM).is(last::isBefore))
        .filter(_ ->
            relation
                .get(N_MOD_SINCE_ANALYZE)
                .is(rows ->
                    (double) rows - later > PassedBy.FAR * table.need(THRESHOLDS).analyze()))
        .filter(_ -> table.all().machinery().workers().is(List::isEmpty))
        .map(last -> table.all().ago(last));
  }

  /// One visit may just be at work, or end late.
  private Finding leftOut(TableEvidence table) {
    return info(table.relation())
        .headline(
            "%s is due for an analyze, and the last autovacuum made none: too early to judge",
            Names.atStart(table))
        .facts(counted(table))
        .because(PassedBy.lookTwice(table.all()) + ": if none came, where to look is told.")
        .build();
  }

  private Finding passedBy(Duration time, TableEvidence table) {
    return warning(table.relation())
        .headline("%s is long due for an analyze, and autovacuum makes none", Names.atStart(table))
        .facts(counted(table))
        .observed(
            "no analyze in",
            Quantities.duration(time),
            "pg_stat_all_tables.autoanalyze_count of two surveys, or last_autovacuum")
        .engine(
            "analyze threshold",
            (double) table.need(THRESHOLDS).analyze(),
            "relation_needs_vacanalyze()")
        .remedy(new Remedy.AnalyzeNow(table.relation()))
        .explained(
            "passed-by", Names.of(table), PassedBy.inLog("analyze"), computed(table.relation()))
        .build();
  }

  /// The indexes with an expression, by name, in brackets.
  private static String computed(Relation table) {
    var names =
        table.indexes().stream()
            .filter(each -> each.keyColumns().is(all -> all.contains(0)))
            .map(each -> Names.qualified(table, each))
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? "" : " (%s)".formatted(names);
  }

  /// What the counters tell of changes and analyzes.
  static Facts counted(TableEvidence table) {
    return new Facts()
        .shown("rows changed since the last analyze", table.ask(N_MOD_SINCE_ANALYZE))
        .shown(
            "analyzed last",
            table.ask(LAST_ANALYZED).map(last -> last.map(Names::time).orElse("never")));
  }
}
