package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.model.TableKeys.LAST_AUTOVACUUM;
import static org.vacuumadvisor.model.TableKeys.N_DEAD_TUP;
import static org.vacuumadvisor.model.TableKeys.N_LIVE_TUP;
import static org.vacuumadvisor.model.TableKeys.N_TUP_DEL;
import static org.vacuumadvisor.model.TableKeys.N_TUP_HOT_UPD;
import static org.vacuumadvisor.model.TableKeys.N_TUP_UPD;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// Dead rows that come together in a table from one look of autovacuum to the next, run after run.
///
/// Only those count that nothing but a vacuum removes: those of deletes and of updates that are not
/// HOT. What HOT updates leave is pruned by whoever comes to the page next
/// (`heap_page_prune_opt()`).
///
/// @param perSecond how fast they come
/// @param alive live rows of the table
record DeadRowPileUp(
    Relation relation, double perSecond, double alive, List<Fact> facts, Confidence confidence) {
  /// In logs: so many vacuums one naptime apart are no chance.
  private static final long RUNS = 10;

  private static final double SLACK = 0.15;

  /// A vacuum ended this many naptimes ago at most, or the table is past its threshold: so it is at
  /// every moment of a table that autovacuum comes to whenever it looks.
  private static final long NAPS = 2;

  double in(double seconds) {
    return perSecond * seconds;
  }

  /// By the counters of two surveys, or of one since they began, and only where they were seen: in
  /// each survey the table was past its threshold, or had just been vacuumed. One large statement
  /// in an idle table shows neither before it ran.
  static Optional<DeadRowPileUp> counted(Relation relation, double nap, Evidence evidence) {
    var before = evidence.before(relation);
    var window = evidence.window();
    boolean isSeen = isDueOrVacuumed(relation, evidence.survey().takenAt(), nap, evidence);
    if (before.isPresent() && window.isPresent() && evidence.older().isPresent()) {
      var then = evidence.older().get().takenAt();
      return isSeen && isDueOrVacuumed(before.get(), then, nap, evidence)
          ? counted(relation, before, window.get(), Confidence.HIGH)
          : Optional.empty();
    }
    return isSeen && relation.get(N_DEAD_TUP).map(dead -> dead > 0).or(false)
        ? evidence
            .survey()
            .database(relation.name().database())
            .flatMap(database -> database.statisticsReset().known())
            .map(reset -> Duration.between(reset, evidence.survey().takenAt()))
            .filter(time -> time.compareTo(Duration.ofHours(1)) >= 0)
            .flatMap(time -> counted(relation, Optional.empty(), time, Confidence.MEDIUM))
        : Optional.empty();
  }

  private static Optional<DeadRowPileUp> counted(
      Relation relation, Optional<Relation> before, Duration time, Confidence confidence) {
    var died = died(relation);
    var earlier = before.map(DeadRowPileUp::died).orElse(Optional.of(0L));
    var alive = relation.get(N_LIVE_TUP).known();
    double seconds = (double) time.toMillis() / 1e3;
    return died.isEmpty() || earlier.isEmpty() || alive.isEmpty() || seconds <= 0
        ? Optional.empty()
        : Optional.of(died.get() - earlier.get())
            .filter(rows -> rows > 0)
            .map(rows ->
                new DeadRowPileUp(
                    relation,
                    (double) rows / seconds,
                    (double) alive.get(),
                    List.of(
                        Fact.observed(
                            "rows that only a vacuum removes",
                            "%s in %s".formatted(Quantities.count(rows), Quantities.duration(time)),
                            "n_tup_del + n_tup_upd - n_tup_hot_upd"),
                        Fact.observed("dead rows now", relation.get(N_DEAD_TUP)),
                        Fact.observed("live rows", relation.get(N_LIVE_TUP))),
                    confidence));
  }

  /// Rows deleted, or updated but not HOT.
  private static Optional<Long> died(Relation relation) {
    var deleted = relation.get(N_TUP_DEL).known();
    var updated = relation.get(N_TUP_UPD).known();
    var hot = relation.get(N_TUP_HOT_UPD).known();
    return deleted.isPresent() && updated.isPresent() && hot.isPresent()
        ? Optional.of(deleted.get() + Math.max(0, updated.get() - hot.get()))
        : Optional.empty();
  }

  private static boolean isDueOrVacuumed(
      Relation relation, Instant now, double nap, Evidence evidence) {
    boolean isDue =
        relation
            .get(N_DEAD_TUP)
            .known()
            .filter(dead -> (float) dead > evidence.thresholds(relation).vacuum())
            .isPresent();
    return isDue
        || relation
            .get(LAST_AUTOVACUUM)
            .known()
            .map(last -> Duration.between(last, now))
            .filter(ago -> (double) ago.toMillis() <= NAPS * nap * 1e3)
            .isPresent();
  }

  /// By logs: vacuums of it come one naptime apart, and half of them find so much.
  static Optional<DeadRowPileUp> logged(Relation relation, double nap, TableHistory told) {
    double period = told.gapSeconds().median() + told.seconds().median();
    boolean isEachNap =
        told.gapSeconds().count() >= RUNS - 1 && Math.abs(period - nap) <= SLACK * nap;
    boolean isHeld = told.milestones().hold().filter(hold -> !hold.isOver()).isPresent();
    return !isEachNap || isHeld
        ? Optional.empty()
        : told.milestones()
            .latest()
            .map(run ->
                new DeadRowPileUp(
                    relation,
                    told.removed().median() / period,
                    told.remain().median(),
                    List.of(
                        Fact.observed(
                            "removed and left by half of the vacuums, at least",
                            "%s and %s rows"
                                .formatted(
                                    Quantities.count(told.removed().median()),
                                    Quantities.count(told.remain().median())),
                            run.heading().place().toString()),
                        Fact.observed(
                            "from start to start",
                            Quantities.seconds(period),
                            "median of %s vacuums"
                                .formatted(Quantities.count(told.counts().automatic())))),
                    Confidence.HIGH));
  }
}
