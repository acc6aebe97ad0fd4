package org.vacuumadvisor.diagnosis.rule.threshold;

import static org.vacuumadvisor.evidence.TableFigures.AUTOVACUUM_STATE;
import static org.vacuumadvisor.evidence.TableFigures.LAST_VACUUMED;
import static org.vacuumadvisor.evidence.TableFigures.ROWS;
import static org.vacuumadvisor.evidence.TableFigures.ROW_BYTES;
import static org.vacuumadvisor.evidence.TableFigures.THRESHOLDS;
import static org.vacuumadvisor.evidence.TableFigures.VISIBLE_SHARE;
import static org.vacuumadvisor.model.TableKeys.IDX_SCAN;
import static org.vacuumadvisor.model.TableKeys.IDX_TUP_FETCH;
import static org.vacuumadvisor.model.TableKeys.INSERTS_PER_DAY;
import static org.vacuumadvisor.model.TableKeys.N_INS_SINCE_VACUUM;
import static org.vacuumadvisor.model.TableKeys.N_TUP_DEL;
import static org.vacuumadvisor.model.TableKeys.N_TUP_INS;
import static org.vacuumadvisor.model.TableKeys.N_TUP_UPD;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.PassedBy;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.TableRule;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.evidence.TableFigures;
import org.vacuumadvisor.evidence.Truth;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.Thresholds;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.Confidence;
import org.vacuumadvisor.workload.WorkloadClass;

/// Autovacuum comes too seldom, or never, to a table that only grows: its pages stay unknown to the
/// visibility map, index-only scans read the table all the same, and one day all of it must be
/// frozen at once.
public final class InsertThresholdTooHigh extends TableRule {
  /// A smaller table is vacuumed in a second, whatever is done to it.
  static final Bytes MIN_SIZE = Bytes.ofMegabytes(64);

  /// Where index scans visit its rows. Our choice.
  private static final Bytes MIN_SIZE_READ = Bytes.ofMegabytes(10);

  private static final long MANY_ROWS_A_SCAN = 10;

  /// What may be inserted between two vacuums of a table of which nothing else is known.
  static final Bytes MAX_INSERTED = Bytes.ofMegabytes(256);

  /// How long rows may wait for the visibility map: nightly loads are read on the next day.
  static final double MAX_DAYS = 7;

  /// The part of writes that are inserts, from which on a table counts as append-only.
  private static final double MOSTLY = 0.95;

  /// From here on index-only scans find most of their pages in the visibility map.
  static final Share MOSTLY_VISIBLE = new Share(0.8);

  /// PostgreSQL's defaults: `autovacuum_vacuum_insert_threshold` and its scale factor.
  private static final double DEFAULT_BASE = 1_000;

  private static final double DEFAULT_SHARE = 0.2;

  /// Below this part of the threshold, nobody knows that the table still grows.
  private static final double MIN_PART_OF_THRESHOLD = 0.1;

  @Override
  protected boolean concerns(Relation relation, Evidence evidence) {
    return isTended(relation, evidence) && relation.kind() != RelationKind.TOAST;
  }

  /// Why it is reported, worst first.
  enum Reason {
    /// The release has no such trigger, or it is switched off.
    NO_TRIGGER,
    /// No vacuum ever came, and none is due: one that is due comes by itself.
    NEVER_VACUUMED,
    /// It comes, but after many rows.
    SELDOM,
    /// It comes, but after many days.
    LATE,
    /// It comes as it should.
    NONE
  }

  @Override
  protected Verdict examine(TableEvidence table) {
    if (!table.decide(isAppendOnly(table))
        || !table.decide(
            TableFigures.isHeapAtLeast(isReadByIndex(table) ? MIN_SIZE_READ : MIN_SIZE, table))
        || !table.need(AUTOVACUUM_STATE).isOn()) {
      return clear(table);
    }
    var reason = reason(table);
    if (reason == Reason.NONE) {
      return clear(table);
    }
    var remedies = remedies(reason, table);
    return remedies.isEmpty() ? clear(table) : finding(reason, remedies, table);
  }

  /// Whether scans of its indexes have visited each of its rows, where no vacuum marks pages for
  /// them: what they read counts then, not how long the vacuum takes.
  private static boolean isReadByIndex(TableEvidence table) {
    var fetched = table.ask(IDX_TUP_FETCH);
    return table.ask(THRESHOLDS).is(each -> !each.hasInsert())
        && Reading.both(fetched, table.ask(ROWS), "", (all, rows) -> (double) all >= rows).or(false)
        && Reading.both(
                fetched, table.ask(IDX_SCAN), "", (all, scans) -> all >= MANY_ROWS_A_SCAN * scans)
            .or(false);
  }

  private Finding finding(Reason reason, List<Remedy> remedies, TableEvidence table) {
    var words = new InsertWords(table, reason);
    var workload = table.workload();
    boolean isAssumed = !table.inquiry().assumed().isEmpty();
    return found(
            switch (reason) {
              case NO_TRIGGER, NEVER_VACUUMED ->
                  TableFigures.isHeapAtLeast(MIN_SIZE, table) == Truth.YES
                      ? Severity.WARNING
                      : Severity.ADVICE;
              case SELDOM, LATE, NONE -> Severity.ADVICE;
            },
            table.relation())
        .headline(words.headline())
        .facts(words.facts())
        .explained(words.cause(), MIN_SIZE, MAX_INSERTED, Quantities.number(MAX_DAYS))
        .confidence(
            workload.kind() == WorkloadClass.INSERT_ONLY && !isAssumed
                ? workload.confidence()
                : Confidence.MEDIUM)
        .toBeCertain(
            table.window().isPresent() ? null : "Two surveys, minutes apart, measure its growth.")
        .remedies(remedies)
        .build();
  }

  /// Whether nearly all that is written to a table is new rows.
  public static Truth isAppendOnly(TableEvidence table) {
    return switch (table.workload().kind()) {
      case INSERT_ONLY -> Truth.YES;
      case QUEUE_CHURN, TPC_C -> Truth.NO;
      case READ_HEAVY, IDLE, UNDETERMINED -> isByCounters(table);
    };
  }

  /// Who tells how many rows are inserted a day, and of no other writes, tells of a table that
  /// grows.
  private static Truth isByCounters(TableEvidence table) {
    var counters = Stream.of(N_TUP_INS, N_TUP_UPD, N_TUP_DEL).map(table::ask).toList();
    if (counters.stream().noneMatch(Reading.Missing.class::isInstance)) {
      double inserted = (double) table.need(N_TUP_INS);
      double all = inserted + table.need(N_TUP_UPD) + table.need(N_TUP_DEL);
      return Truth.of(inserted > 0 && inserted >= MOSTLY * all);
    }
    return counters.stream().noneMatch(Reading::isKnown) && isDailyKnown(table)
        ? Truth.YES
        : Truth.UNKNOWN;
  }

  private static boolean isDailyKnown(TableEvidence table) {
    return table.relation().get(INSERTS_PER_DAY).isKnown();
  }

  private static Reason reason(TableEvidence table) {
    var thresholds = table.need(THRESHOLDS);
    // what keeps a vacuum away that is long due is no threshold
    if (thresholds.hasInsert()
        && table
            .ask(N_INS_SINCE_VACUUM)
            .is(rows -> (double) rows > PassedBy.FAR * thresholds.insert())) {
      return Reason.NONE;
    }
    if (thresholds.hasInsert() && isLate(thresholds, table)) {
      return Reason.LATE;
    }
    if (thresholds.hasInsert()
        && table.ask(LAST_VACUUMED) instanceof Reading.Missing
        && isMuch(thresholds, table) == Truth.YES
        && isGrowing(thresholds, table) == Truth.YES) {
      return Reason.SELDOM;
    }
    boolean isNever = table.need(LAST_VACUUMED).isEmpty();
    if (!thresholds.hasInsert()) {
      return !isNever && MOSTLY_VISIBLE.compareTo(table.need(VISIBLE_SHARE)) <= 0
          ? Reason.NONE
          : Reason.NO_TRIGGER;
    }
    if (isNever
        // else a vacuum has come that the counters forgot
        && !table.ask(VISIBLE_SHARE).is(share -> share.exceeds(Share.NONE))
        && (double) table.need(N_INS_SINCE_VACUUM) <= thresholds.insert()) {
      return Reason.NEVER_VACUUMED;
    }
    return table.decide(isMuch(thresholds, table)) && table.decide(isGrowing(thresholds, table))
        ? Reason.SELDOM
        : Reason.NONE;
  }

  /// Whether rows wait for days, and pages have.
  private static boolean isLate(Thresholds thresholds, TableEvidence table) {
    var daily = table.relation().get(INSERTS_PER_DAY).known().filter(rows -> rows > 0);
    return daily.isPresent()
        && thresholds.insert() / (double) daily.get() >= MAX_DAYS
        && table.ask(VISIBLE_SHARE).is(share -> share.compareTo(MOSTLY_VISIBLE) < 0);
  }

  /// Whether more is inserted between two vacuums than should be.
  private static Truth isMuch(Thresholds thresholds, TableEvidence table) {
    return Truth.all(
        () -> TableFigures.isAtLeast(thresholds.insert(), MIN_SIZE, table),
        () ->
            Truth.any(
                () -> TableFigures.isAtLeast(thresholds.insert(), MAX_INSERTED, table),
                () -> Truth.of(isOvertaken(thresholds, table))));
  }

  /// Whether half of the pages between two vacuums have been written by a checkpoint before vacuum
  /// comes, which then writes them a second time, whole, to the write-ahead log as well.
  private static boolean isOvertaken(Thresholds thresholds, TableEvidence table) {
    double checkpoint =
        (double) table.all().settings().integerOrDefault(Setting.CHECKPOINT_TIMEOUT);
    return table
        .workload()
        .rates()
        .insertsPerSecond()
        .filter(rate -> thresholds.insert() / rate >= checkpoint / 2)
        .isPresent();
  }

  /// A table may have been loaded once and never be touched again: its threshold harms nobody.
  private static Truth isGrowing(Thresholds thresholds, TableEvidence table) {
    var workload = table.workload();
    boolean isSeen =
        workload.kind() == WorkloadClass.INSERT_ONLY && workload.confidence() != Confidence.LOW;
    return isSeen || isDailyKnown(table) || isRaised(thresholds, table)
        ? Truth.YES
        : Truth.of(
            table.ask(N_INS_SINCE_VACUUM),
            rows -> (double) rows >= MIN_PART_OF_THRESHOLD * thresholds.insert());
  }

  /// Whether somebody raised the threshold far beyond the default, which would have brought
  /// autovacuum since the last one.
  private static boolean isRaised(Thresholds thresholds, TableEvidence table) {
    return table.relation().parameters().text("autovacuum_vacuum_insert_scale_factor").isPresent()
        && table
            .ask(ROWS)
            .map(rows -> DEFAULT_BASE + DEFAULT_SHARE * rows)
            .is(byDefault ->
                thresholds.insert() > PassedBy.FAR * byDefault
                    && table.ask(N_INS_SINCE_VACUUM).is(inserted -> inserted > byDefault));
  }

  private static List<Remedy> remedies(Reason reason, TableEvidence table) {
    var relation = table.relation();
    var settings = table.all().settings();
    boolean hasTrigger = Feature.INSERT_TRIGGERED_VACUUM.isIn(table.all().release());
    // the switch is found by itself
    boolean isOffForAll =
        settings.real(Setting.AUTOVACUUM_VACUUM_INSERT_THRESHOLD).orElse(0.0) < 0
            && relation.parameters().text("autovacuum_vacuum_insert_threshold").isEmpty();
    var tuning =
        hasTrigger && (isOffForAll || table.ask(ROW_BYTES).isKnown())
            ? InsertTarget.of(relation, table.all())
                .filter(_ -> !isOffForAll)
                .flatMap(target -> target.remedy(relation, table.all()))
            : Optional.<Remedy>of(
                new Remedy.Act(
                    "Let a job vacuum %s regularly, once a night for example%s.",
                    Names.of(relation), hasTrigger ? "" : ": before 13 nothing else does"));
    return Stream.concat(
            tuning.stream(),
            Stream.of(new Remedy.VacuumNow(relation)).filter(_ -> reason != Reason.SELDOM))
        .toList();
  }
}
