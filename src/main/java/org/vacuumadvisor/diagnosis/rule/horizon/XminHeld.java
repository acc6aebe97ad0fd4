package org.vacuumadvisor.diagnosis.rule.horizon;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.action.HeldSince;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.HeldRows;
import org.vacuumadvisor.diagnosis.LeftBehind;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.PassedBy;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.evidence.TableFigures;
import org.vacuumadvisor.model.Command;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.model.HorizonHolder.Slot;
import org.vacuumadvisor.model.HorizonHolder.Standby;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.XidAge;

/// A vacuum left dead rows behind, and nobody can be seen who keeps them from being removed. It
/// takes two surveys to know, or a log.
public final class XminHeld implements Rule {

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    var left =
        evidence.isStandby()
            ? List.<Finding>of()
            : evidence.pastVacuumThreshold().stream()
                .flatMap(relation -> finding(relation, evidence).stream())
                .toList();
    return LogFacts.verdicts(
        LogFacts.joined(left, new LoggedHolds(this, evidence).findings()),
        Question.SAMPLE,
        evidence.history().isPresent() || evidence.older().isPresent());
  }

  /// What stands where a vacuum left rows behind and nobody was named for it: that the oldest of
  /// those who are seen may need them. One look does not tell for how long.
  public static Optional<Finding> perhaps(Evidence evidence) {
    return evidence.pastVacuumThreshold().stream()
        .filter(_ -> evidence.excerpt().isEmpty())
        .filter(each ->
            LeftBehind.by(each, evidence).isPresent()
                || (LeftBehind.perhaps(each, evidence)
                    && visible(each, evidence).filter(who -> isUndated(who, evidence)).isPresent()))
        .max(Comparator.comparingLong(HeldRows::deadRows))
        .flatMap(left -> visible(left, evidence).map(each -> perhaps(left, each, evidence)));
  }

  /// Whether it is a session of which our role does not see since when it holds its xmin.
  public static boolean isUndated(HorizonHolder holder, Evidence evidence) {
    return holder instanceof Session && HeldSince.of(holder, evidence.survey()).isEmpty();
  }

  private static Finding perhaps(Relation left, HorizonHolder holder, Evidence evidence) {
    return new XminHeld()
        .advice(left)
        .headline(
            "A vacuum of %s left dead rows behind (%s), and %s has the oldest xmin",
            Names.of(left, evidence), HeldRows.inWords(left, evidence), holder.called())
        .observed("dead rows now", evidence.about(left).ask(TableFigures.DEAD_ROWS))
        .observed("transaction IDs given out since that xmin", holder.age())
        .explained("perhaps")
        .act(PassedBy.lookTwice(evidence))
        .besides("If they stay, it is who keeps them: " + whatThen(holder))
        .build();
  }

  private static String whatThen(HorizonHolder holder) {
    return switch (holder) {
      case Slot slot when slot.temporary() ->
          "it ends with the session that made it, such as REPACK (CONCURRENTLY), so let that"
              + " finish";
      case Slot slot when slot.isForConflicts() ->
          "see why the apply worker of a subscription with retain_dead_tuples does not get on";
      case Slot slot when !slot.isPhysical() -> "ask why its consumer does not confirm";
      case Slot slot when slot.keepsCatalogsOnly() ->
          "its catalog_xmin comes from a logical slot on its standby, so look there";
      case Slot _, Standby _ -> "look for a long transaction on the standby";
      case Session(var backend, _, _, _, _, _) when backend.endsByItself() ->
          "let %s finish"
              .formatted(
                  backend
                      .command()
                      .known()
                      .flatMap(Command::noun)
                      .map("its "::concat)
                      .orElse("it"));
      default -> "let it commit, or ask who runs it";
    };
  }

  /// Of the holders who are seen, and may have been there when the vacuum ran, the oldest.
  private static Optional<HorizonHolder> visible(Relation relation, Evidence evidence) {
    var vacuumed = vacuumedLast(relation, evidence);
    return evidence.holders().stream()
        .filter(holder -> holder.reach().covers(relation) && !holder.age().is(XidAge.NONE::equals))
        .filter(holder ->
            vacuumed.isEmpty()
                || !(holder instanceof Session session
                    && session.since().is(since -> since.isAfter(vacuumed.get()))))
        .max(HorizonHolder.byAge());
  }

  private static Optional<Instant> vacuumedLast(Relation relation, Evidence evidence) {
    return evidence.about(relation).ask(TableFigures.LAST_VACUUMED).or(Optional.empty());
  }

  /// Whoever held the horizon when the first survey was taken. They have gone, or they would be
  /// visible still.
  private static Optional<HorizonHolder> seenBefore(Relation relation, Evidence evidence) {
    return evidence.older().stream()
        .flatMap(older -> older.horizonHolders().stream())
        .filter(holder -> holder.reach().covers(relation))
        .max(HorizonHolder.byAge());
  }

  private Optional<Finding> finding(Relation relation, Evidence evidence) {
    return LeftBehind.by(relation, evidence)
        .filter(_ -> visible(relation, evidence).isEmpty())
        .map(left ->
            found(
                    evidence.older().isEmpty() // it has ended: the next vacuum removes the rows
                        ? Severity.INFO
                        : seenBefore(relation, evidence).isPresent()
                            ? Severity.ADVICE
                            : Severity.WARNING,
                    relation)
                .headline(
                    "A vacuum of %s left dead rows behind, and nobody visible holds them",
                    Names.of(relation, evidence))
                .facts(facts(left, relation, evidence))
                .explained("unseen")
                .remedy(
                    new Remedy.FindHolder(
                        Optional.of(relation.name().database()),
                        Optional.of(relation),
                        Optional.empty()))
                .build());
  }

  private static Facts facts(LeftBehind left, Relation relation, Evidence evidence) {
    return new Facts()
        .observed(
            "dead rows left behind, at least",
            Quantities.count(left.rows()),
            "n_dead_tup less n_tup_upd and n_tup_del of the window")
        .observed(
            "held the oldest xmin in the first survey, gone since",
            seenBefore(relation, evidence).map(HorizonHolder::called),
            "pg_stat_activity and its like in the first survey")
        .observed(
            "last vacuum",
            vacuumedLast(relation, evidence).map(Names::time).orElse("unknown"),
            "pg_stat_all_tables.last_vacuum, last_autovacuum")
        .engine(
            "vacuum threshold",
            Quantities.count(evidence.thresholds(relation).vacuum()),
            "relation_needs_vacanalyze()");
  }
}
