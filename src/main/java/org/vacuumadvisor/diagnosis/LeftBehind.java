package org.vacuumadvisor.diagnosis;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.TableFigures;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.DeadRowMemory;

/// Dead rows that a vacuum left behind: there are more of them than the updates and deletes since
/// can account for, and more than autovacuum tolerates. Since the first of two looks (inserts
/// count, too, where transactions were rolled back), or since an analyze before the vacuum or right
/// after it.
///
/// @param rows how many, at least
public record LeftBehind(long rows) {
  /// From 14 on, vacuum passes the indexes by, and leaves dead line pointers, where fewer pages
  /// than this part of the table have any (`BYPASS_THRESHOLD_PAGES` in `vacuumlazy.c`). ANALYZE
  /// counts them as dead rows.
  private static final double BYPASSED_PAGES = 0.02;

  private static final Duration ONE_VISIT = Duration.ofSeconds(10);

  private static final double HARDLY_A_PART = 0.1;

  /// Empty where it is not so, and where a figure of either survey is missing that it rests on.
  public static Optional<LeftBehind> by(Relation relation, Evidence evidence) {
    return evidence
        .before(relation)
        .filter(before -> isVacuumed(before, relation))
        .filter(before -> !relation.activity().fellBelow(before.activity()))
        .flatMap(before -> left(before, relation, evidence))
        .or(() -> leftByTheLast(relation, evidence))
        .filter(_ -> relation.isAutovacuumed() && !keepsDeadRowsByItself(relation))
        .filter(left -> evidence.thresholds(relation).isPassedByDead(left))
        .filter(left -> bypassed(relation, evidence).filter(few -> (double) left > few).isPresent())
        .map(LeftBehind::new);
  }

  /// What was dead when the last vacuum began, and is: nobody has analyzed since, so the rows
  /// changed since then are counted. Rows that are rolled back are counted as inserted alone.
  private static Optional<Long> leftByTheLast(Relation relation, Evidence evidence) {
    var now = evidence.takenAt();
    return evidence.excerpt().isPresent()
        ? Optional.empty()
        : relation
            .vacuumedLast()
            .filter(time -> time.isAfter(now.minus(PassedBy.naps(evidence))))
            .filter(time ->
                relation
                    .analyzedLast()
                    .filter(each -> time.isAfter(each) || isOfOneVisit(time, each, relation))
                    .isPresent())
            .flatMap(_ ->
                Reading.both(
                        relation.get(TableKeys.N_DEAD_TUP),
                        relation.get(TableKeys.N_MOD_SINCE_ANALYZE),
                        "-",
                        (dead, changed) -> dead - changed - rolledBack(relation, evidence))
                    .known());
  }

  /// The rows inserted since the last vacuum that may have been rolled back.
  private static long rolledBack(Relation relation, Evidence evidence) {
    long inserted = relation.get(TableKeys.N_INS_SINCE_VACUUM).or(Long.MAX_VALUE);
    return Math.min(inserted, evidence.about(relation).ask(TableFigures.ROLLED_BACK).or(0L));
  }

  /// Whether most of what is dead now seems to have been dead when the last vacuum, a moment ago,
  /// was done: at the rate since the analyze before it, less has died since. No proof: a question.
  public static boolean perhaps(Relation relation, Evidence evidence) {
    var naps = PassedBy.naps(evidence);
    var vacuumed = relation.vacuumedLast().map(evidence::ago);
    var analyzed = relation.analyzedLast().map(evidence::ago);
    if (vacuumed.filter(time -> time.compareTo(naps) < 0).isEmpty()
        || analyzed.filter(time -> time.compareTo(vacuumed.get()) > 0).isEmpty()) {
      return false;
    }
    double part = (double) vacuumed.get().toMillis() / analyzed.get().toMillis();
    return relation
        .get(TableKeys.N_MOD_SINCE_ANALYZE)
        .is(changed ->
            2 * part * changed < HeldRows.deadRows(relation) - rolledBack(relation, evidence));
  }

  /// Whether the table was analyzed so soon after its vacuum, as autovacuum does in one visit, that
  /// hardly a part of all its rows that ever died can have done so in between.
  private static boolean isOfOneVisit(Instant vacuumed, Instant analyzed, Relation relation) {
    var died =
        Reading.both(
            relation.get(TableKeys.N_TUP_UPD), relation.get(TableKeys.N_TUP_DEL), "+", Long::sum);
    var dead = relation.get(TableKeys.N_DEAD_TUP);
    return analyzed.isBefore(vacuumed.plus(ONE_VISIT))
        && died.is(
            all -> all > 0 && dead.is(some -> (double) some >= HARDLY_A_PART * (double) all));
  }

  /// Whether what the last vacuum kept had died so long before it, for an analyze had seen it in
  /// the visit before, that no snapshot in passing needed it.
  public static boolean isLongDead(Relation kept) {
    return kept.vacuumedLast()
        .map(time -> time.minus(KeptRows.LONG.minus(ONE_VISIT)))
        .filter(time -> kept.analyzedLast().filter(time::isAfter).isPresent())
        .isPresent();
  }

  /// Whether rows die so fast now that those it kept may have died within the last minute: whoever
  /// needs them need not be old.
  public static boolean mayBeNew(Relation kept, Evidence evidence) {
    return kept.analyzedLast()
        .map(evidence::ago)
        .map(time -> (double) KeptRows.LONG.toMillis() / Math.max(1, time.toMillis()))
        .filter(times ->
            kept.get(TableKeys.N_MOD_SINCE_ANALYZE)
                .is(changed -> changed * times >= HeldRows.deadRows(kept)))
        .isPresent();
  }

  /// Whether the table was told to keep dead line pointers: `vacuum_index_cleanup = off`.
  public static boolean keepsDeadRowsByItself(Relation relation) {
    return !relation.parameters().bool("vacuum_index_cleanup").orElse(true);
  }

  private static Optional<Long> left(Relation before, Relation relation, Evidence evidence) {
    var dead = relation.get(TableKeys.N_DEAD_TUP).known();
    return dead.isEmpty()
        ? dead
        : diedSince(before, relation, evidence).map(died -> dead.get() - died);
  }

  /// The rows that can have died in the window, at most. An insert that is rolled back leaves one.
  private static Optional<Long> diedSince(Relation before, Relation relation, Evidence evidence) {
    var died = List.of(TableKeys.N_TUP_UPD, TableKeys.N_TUP_DEL);
    var all =
        hasRolledBack(relation.name().database(), evidence)
            ? Stream.concat(died.stream(), Stream.of(TableKeys.N_TUP_INS))
            : died.stream();
    long sum = 0;
    for (var key : all.toList()) {
      var more = more(key, before, relation);
      if (more.isEmpty()) {
        return Optional.empty();
      }
      sum += more.get();
    }
    return Optional.of(sum);
  }

  /// By how much a counter has grown; empty where one survey does not show it.
  private static Optional<Long> more(Key<Long> counter, Relation before, Relation relation) {
    var then = before.get(counter).known();
    return then.isEmpty() ? then : relation.get(counter).known().map(now -> now - then.get());
  }

  /// Whether transactions were rolled back in the window, or may have been.
  private static boolean hasRolledBack(String database, Evidence evidence) {
    var then = evidence.older().flatMap(older -> rollbacks(older, database));
    var now = rollbacks(evidence.survey(), database);
    return then.isEmpty() || now.isEmpty() || then.get() < now.get();
  }

  private static Optional<Long> rollbacks(Survey survey, String database) {
    return survey.database(database).flatMap(each -> each.rollbacks().known());
  }

  private static Optional<Double> bypassed(Relation relation, Evidence evidence) {
    int blockSize = relation.blockSize();
    return evidence
        .about(relation)
        .ask(TableFigures.HEAP_BYTES)
        .map(size ->
            BYPASSED_PAGES
                * ((double) size.count() / blockSize)
                * DeadRowMemory.rowsAPage(blockSize))
        .known();
  }

  private static boolean isVacuumed(Relation before, Relation relation) {
    return Stream.of(TableKeys.VACUUM_COUNT, TableKeys.AUTOVACUUM_COUNT)
        .anyMatch(each -> more(each, before, relation).filter(more -> more > 0).isPresent());
  }
}
