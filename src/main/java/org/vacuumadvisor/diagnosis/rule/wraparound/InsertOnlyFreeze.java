package org.vacuumadvisor.diagnosis.rule.wraparound;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.TableRule;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.diagnosis.rule.threshold.InsertThresholdTooHigh;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.evidence.TableFigures;
import org.vacuumadvisor.evidence.Truth;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;

/// A table that only grows and was hardly frozen yet: the forced vacuum will have to freeze nearly
/// all of it at once, or had to.
public final class InsertOnlyFreeze extends TableRule {
  /// The part of the way to the forced vacuum from which on it is worth planning for. Our choice.
  private static final double MIN_PROGRESS = 0.5;

  private static final Share MIN_UNFROZEN = new Share(0.5);

  /// A vacuum that takes less is over before anyone notices. Our choice.
  private static final double MIN_SECONDS = 600;

  /// Smaller tables are frozen in passing. Our choice.
  private static final Bytes MIN_SIZE = Bytes.ofGigabytes(1);

  /// Of the rows that stay.
  private static final double MAX_REMOVED = 0.01;

  @Override
  protected boolean concerns(Relation relation, Evidence evidence) {
    return evidence.history(relation).isPresent() || isToFreeze(relation, evidence);
  }

  private static boolean isToFreeze(Relation relation, Evidence evidence) {
    return isTended(relation, evidence) && relation.kind() == RelationKind.TABLE;
  }

  @Override
  protected Verdict examine(TableEvidence table) {
    var forced = table.history().flatMap(each -> each.milestones().forced());
    var told = forced.filter(run -> isAllAtOnce(run, table));
    return LogFacts.together(
        told.map(run -> frozen(run, table)),
        table,
        () -> isToFreeze(table.relation(), table.all()) ? toCome(table) : clear(table));
  }

  private Verdict toCome(TableEvidence table) {
    var relation = table.relation();
    var limit = table.all().options(relation).freezeMaxAge().value();
    double age = (double) table.need(TableKeys.XID_AGE).count();
    if (age < MIN_PROGRESS * (double) limit.count()
        || ForcedVacuums.isForced(relation, table.all()) == Truth.YES) {
      return clear(table);
    }
    var heap = table.need(TableFigures.HEAP_BYTES);
    var work = FreezeWork.of(List.of(relation), table.all());
    if ((double) work.size().count() < MIN_UNFROZEN.fraction() * (double) heap.count()
        || work.seconds() < MIN_SECONDS
        || !table.decide(InsertThresholdTooHigh.isAppendOnly(table))) {
      return clear(table);
    }
    // before 18 a table may be frozen all the same, if it was vacuumed since it grew
    boolean isFrozen =
        table.ask(TableKeys.RELALLFROZEN).known().isEmpty()
            && table.need(TableFigures.VISIBLE_SHARE).compareTo(MIN_UNFROZEN) >= 0;
    return isFrozen ? clear(table) : finding(work, table);
  }

  private Finding finding(FreezeWork work, TableEvidence table) {
    var relation = table.relation();
    return advice(relation)
        .headline(
            "The forced vacuum of %s will have %s to freeze at once", Names.of(table), work.size())
        .fact(work.fact())
        .observed("age of its oldest transaction ID", table.ask(TableKeys.XID_AGE))
        .engine(
            "forced from",
            table.all().options(relation).freezeMaxAge().value(),
            "autovacuum_freeze_max_age")
        .explained("to-come", Quantities.seconds(MIN_SECONDS))
        .toBeCertain(
            table.all().xidsPerSecond().isEmpty()
                ? "Two surveys some minutes apart measure when the forced vacuum will come."
                : null)
        .remedy(new Remedy.VacuumNow(relation, "FREEZE"))
        .tune(relation, Setting.VACUUM_FREEZE_MIN_AGE, new Goal.FrozenWithEachVacuum())
        .build();
  }

  /// Under failsafe dead rows stay, so that nothing tells whether the table only grows.
  private static boolean isAllAtOnce(Run run, TableEvidence table) {
    var pages = run.outcome().pages().remain();
    var rows = run.outcome().tuples().remain();
    return !run.is(Trait.FAILSAFE)
        && pages != null
        && new Pages(pages).bytes(table.relation().blockSize()).compareTo(MIN_SIZE) >= 0
        && rows != null
        && removed(table).filter(each -> each <= MAX_REMOVED * (double) rows).isPresent()
        && frozenShare(run, pages).filter(each -> each.compareTo(MIN_UNFROZEN) >= 0).isPresent();
  }

  /// The rows that all its vacuums removed; empty where none of them told.
  private static Optional<Double> removed(TableEvidence table) {
    var removed = table.history().map(each -> each.removed());
    return removed.filter(each -> !each.isEmpty()).map(each -> each.sum());
  }

  /// The part it froze; up to 15, which do not say, the part it had to read.
  private static Optional<Share> frozenShare(Run run, long pages) {
    var frozen = run.outcome().frozen();
    if (frozen != null) {
      return Optional.of(Share.ofPercent(frozen.percent()));
    }
    var scanned = run.outcome().pages().scannedPercent();
    if (scanned != null) {
      return Optional.of(Share.ofPercent(scanned));
    }
    var skipped = run.outcome().pages().skippedFrozen();
    return skipped == null ? Optional.empty() : Optional.of(Share.of(skipped, pages).rest());
  }

  private Finding frozen(Run run, TableEvidence table) {
    var relation = table.relation();
    var pages = run.outcome().pages().remain();
    double removed = removed(table).orElseThrow();
    var found =
        advice(relation)
            .headline(
                "%s only grows, and was frozen all at once by a vacuum to prevent wraparound",
                Names.of(relation, table.all()))
            .told(
                run,
                "share of the table frozen or read at once",
                frozenShare(run, pages == null ? 0 : pages).orElse(Share.NONE))
            .told(run, "it took", LogFacts.elapsed(run))
            .told(
                run,
                "rows",
                "%s left, %s removed"
                    .formatted(
                        LogFacts.count(run.outcome().tuples().remain()), Quantities.count(removed)))
            .explained("frozen", MIN_UNFROZEN, MIN_SIZE);
    if (Names.isKnown(relation, table.all())) {
      found.remedy(new Remedy.VacuumNow(relation, "FREEZE"));
    }
    return found.build();
  }
}
