package org.vacuumadvisor.diagnosis;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.VacuumAtWork;
import org.vacuumadvisor.model.HorizonHolder.Reach;
import org.vacuumadvisor.model.Reading.Known;
import org.vacuumadvisor.model.Reading.Missing;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.AutovacuumState;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.XidAge;

/// The dead rows within a horizon holder's reach, as far as the counters show them. Rows that died
/// before the holder came are among them, so the sums are upper bounds.
///
/// @param dead `n_dead_tup` of all relations in reach; empty where it is not known of one of them,
///   or of none but catalogs that all databases share
/// @param pastThreshold relations with more dead rows than autovacuum tolerates, most dead first
/// @param unvisited the same of relations that autovacuum does not come to: whoever holds their
///   rows is not why they are dead, and is in the way of who vacuums them
/// @param inVain those of them that were vacuumed while the holder was there: proof that vacuum
///   could not remove what it found
/// @param multixacts the relation with the oldest multixact, where autovacuum is forced for its age
public record HeldRows(
    Optional<Long> dead,
    List<Relation> pastThreshold,
    List<Relation> unvisited,
    List<Relation> inVain,
    Optional<Relation> multixacts) {
  /// Twice the threshold is our margin: a busy table is past its threshold in passing.
  private static final double FAR_PAST_THRESHOLD = 2;

  /// What is in reach, of whomever; in vain is what a vacuum within the window left behind.
  public static HeldRows within(Reach reach, Evidence evidence) {
    long sum = 0;
    boolean isAny = false;
    boolean isWhole = true;
    var oldest = Optional.<Relation>empty();
    for (var relation : evidence.survey().relations()) {
      // a temporary table is seen by its own session alone
      if (relation.isAutovacuumed() && reach.covers(relation)) {
        var dead = relation.get(TableKeys.N_DEAD_TUP);
        sum += dead.or(0L);
        isWhole &= dead.isKnown();
        isAny |= !relation.isShared() && dead.isKnown();
        if (isForcedByMultixacts(relation, evidence)
            && oldest
                .filter(each -> multixactAge(each).compareTo(multixactAge(relation)) >= 0)
                .isEmpty()) {
          oldest = Optional.of(relation);
        }
      }
    }
    var all = evidence.pastVacuumThreshold().stream().filter(reach::covers).toList();
    var left = all.stream().filter(each -> LeftBehind.by(each, evidence).isPresent()).toList();
    Predicate<Relation> isVisited =
        each -> evidence.options(each).state() == AutovacuumState.ON || left.contains(each);
    var past = all.stream().filter(isVisited).toList();
    var unvisited = all.stream().filter(isVisited.negate()).toList();
    boolean isCounted = isAny && isWhole && !evidence.isStandby();
    return new HeldRows(Optional.of(sum).filter(_ -> isCounted), past, unvisited, left, oldest);
  }

  /// The same rows with what proves besides that a holder who came then is in the way.
  public HeldRows heldSince(Optional<Instant> since, Evidence evidence) {
    var left = inVain.stream().map(Relation::key).collect(Collectors.toSet());
    var past = pastThreshold.stream().filter(each -> !isAtWork(each, since, evidence)).toList();
    var proof =
        past.stream()
            .filter(each ->
                left.contains(each.key())
                    ? !isVacuumedBefore(since, each)
                    : wasInVain(each, since, evidence))
            .toList();
    return new HeldRows(dead, past, unvisited, proof, multixacts);
  }

  /// Whether a vacuum is at work on it since before the holder came: it removes what had died then.
  static boolean isAtWork(Relation relation, Optional<Instant> since, Evidence evidence) {
    return VacuumAtWork.on(relation, evidence)
        .filter(
            each -> each.vacuum().since().is(begun -> since.filter(begun::isBefore).isPresent()))
        .isPresent();
  }

  private static boolean isForcedByMultixacts(Relation relation, Evidence evidence) {
    return multixactAge(relation)
        .exceeds(evidence.options(relation).trigger().multixactFreezeMaxAge());
  }

  private static XidAge multixactAge(Relation relation) {
    return relation.get(TableKeys.MULTIXACT_AGE).or(XidAge.NONE);
  }

  /// "multixacts are 30,000 old, and autovacuum is forced from 10,000"; empty where it is not.
  public Optional<String> multixactsInWords(Evidence evidence) {
    return multixacts.flatMap(each -> multixactsInWords(each, evidence));
  }

  /// The same of one table.
  public static Optional<String> multixactsInWords(Relation relation, Evidence evidence) {
    return Optional.of(relation)
        .filter(each -> isForcedByMultixacts(each, evidence))
        .map(each ->
            "multixacts are %s old, and autovacuum is forced from %s"
                .formatted(
                    Quantities.count(multixactAge(each).count()),
                    Quantities.count(
                        evidence.options(each).trigger().multixactFreezeMaxAge().count())));
  }

  /// "orders has 1,200 dead rows, threshold 250", of the worst that is far past it, where no vacuum
  /// is known to have kept any.
  public Optional<String> farPastInWords(Evidence evidence) {
    return pastThreshold.stream()
        .filter(each -> kept() == 0 && isFarPast(List.of(each), evidence))
        .map(each -> Names.of(each, evidence) + " has " + inWords(each, evidence))
        .findFirst();
  }

  /// What vacuums are known to have kept.
  public long kept() {
    return inVain.stream().mapToLong(HeldRows::deadRows).sum();
  }

  private static boolean isVacuumedBefore(Optional<Instant> since, Relation relation) {
    var last = relation.vacuumedLast();
    return since.isPresent() && last.filter(since.get()::isAfter).isPresent();
  }

  /// `n_dead_tup`, or 0 where it is not known: for sums and orders, not to be shown.
  public static long deadRows(Relation relation) {
    return relation.get(TableKeys.N_DEAD_TUP).or(0L);
  }

  /// "1,200 dead rows, threshold 250".
  public static String inWords(Relation relation, Evidence evidence) {
    return "%s dead rows, threshold %s"
        .formatted(
            Quantities.count(deadRows(relation)),
            Quantities.count(evidence.thresholds(relation).vacuum()));
  }

  /// Whether one of these has more dead rows than a table has that passes its threshold in passing.
  public static boolean isFarPast(List<Relation> some, Evidence evidence) {
    return some.stream()
        .anyMatch(each -> deadRows(each) > FAR_PAST_THRESHOLD * evidence.thresholds(each).vacuum());
  }

  private static boolean wasInVain(Relation relation, Optional<Instant> since, Evidence evidence) {
    var vacuumed = relation.vacuumedLast();
    return since.isPresent()
        && vacuumed.isPresent()
        && vacuumed.get().isAfter(since.get())
        && !LeftBehind.keepsDeadRowsByItself(relation)
        && !mayHaveDiedAfterwards(relation, vacuumed.get(), evidence);
  }

  /// Whether the rows changed since the last analyze, which came after the vacuum, are enough to
  /// explain the dead ones. An analyze before the vacuum tells nothing.
  public static boolean mayHaveDiedAfterwards(
      Relation relation, Instant vacuumed, Evidence evidence) {
    return mayBeAnalyzedSince(vacuumed, relation)
        && (!(relation.get(TableKeys.N_MOD_SINCE_ANALYZE) instanceof Known<Long>(var changed, _))
            || !evidence.thresholds(relation).isPassedByDead(deadRows(relation) - changed));
  }

  private static boolean mayBeAnalyzedSince(Instant vacuumed, Relation relation) {
    return Stream.of(TableKeys.LAST_ANALYZE, TableKeys.LAST_AUTOANALYZE)
        .anyMatch(each ->
            switch (relation.get(each)) {
              case Known<Instant>(var analyzed, _) -> !analyzed.isBefore(vacuumed);
              case Missing<Instant>(var why) -> why != Why.NOT_APPLICABLE;
            });
  }
}
