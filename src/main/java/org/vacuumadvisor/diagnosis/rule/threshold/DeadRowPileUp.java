package org.vacuumadvisor.diagnosis.rule.threshold;

import static org.vacuumadvisor.model.TableKeys.AUTOVACUUM_COUNT;
import static org.vacuumadvisor.model.TableKeys.LAST_AUTOVACUUM;
import static org.vacuumadvisor.model.TableKeys.N_DEAD_TUP;
import static org.vacuumadvisor.model.TableKeys.N_LIVE_TUP;
import static org.vacuumadvisor.model.TableKeys.N_TUP_DEL;
import static org.vacuumadvisor.model.TableKeys.N_TUP_HOT_UPD;
import static org.vacuumadvisor.model.TableKeys.N_TUP_UPD;
import static org.vacuumadvisor.model.TableKeys.RELTUPLES;
import static org.vacuumadvisor.model.TableKeys.VACUUM_COUNT;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Facts;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Reading;
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

  /// A vacuum ended this many naptimes ago at most: so it is at every moment of a table that
  /// autovacuum comes to whenever it looks.
  private static final long NAPS = 2;

  /// Of fewer there is no average: then what waits for the next one counts as well, if it came in
  /// no less than a naptime.
  private static final long FEW_VACUUMS = 3;

  /// The rate of now has to reach this part of what vacuums found: so the counters of a time that
  /// is over, or of a longer naptime, do not speak, and the noise of a short sample decides
  /// nothing.
  private static final double STILL = 0.7;

  /// A load, and whatever else comes right after a reset, is no rate.
  private static final Duration LEAST_COUNTED = Duration.ofHours(1);

  double in(double seconds) {
    return perSecond * seconds;
  }

  /// By the counters, and only what they saw: no rate of a short time is multiplied by the naptime.
  /// How many rows a vacuum finds on average is the same in whatever moment one looks; the rate of
  /// now only has to bear it out.
  static Optional<DeadRowPileUp> counted(Relation relation, double nap, Evidence evidence) {
    var time = timeOfRate(relation, nap, evidence);
    var rows = died(relation);
    var dead = relation.get(N_DEAD_TUP).known();
    var alive = relation.get(N_LIVE_TUP).known();
    var vacuums = vacuums(relation);
    var more = diedLately(relation, evidence);
    if (Stream.of(time, rows, dead, alive, vacuums, more).anyMatch(Optional::isEmpty)) {
      return Optional.empty();
    }
    long lately = more.get();
    double now = (double) lately / seconds(time.get()) * nap;
    double eachVacuum = eachVacuum(rows.get(), dead.get(), vacuums.get());
    boolean isYoung = vacuums.get() < FEW_VACUUMS && seconds(time.get()) >= nap;
    double waiting = isYoung ? Math.min(now, (double) Math.min(dead.get(), rows.get())) : 0;
    double seen = Math.max(eachVacuum, waiting);
    return now >= STILL * seen
        ? Optional.of(
            new DeadRowPileUp(
                relation,
                seen / nap,
                (double) alive.get(),
                facts(relation, lately, time.get(), eachVacuum, vacuums.get()).list(),
                evidence.before(relation).isPresent() ? Confidence.HIGH : Confidence.MEDIUM))
        : Optional.empty();
  }

  /// How fast they come at a table that is past its threshold, whether autovacuum has been there or
  /// not: between two surveys, or since the counters began. A burst counts as well: for what is to
  /// be changed anyway, not for what is to be found. Of catalogs `n_live_tup` begins at 0 in a new
  /// database, so that `reltuples` counts where it is more.
  static Optional<DeadRowPileUp> lately(Relation relation, Evidence evidence) {
    var time =
        evidence.before(relation).isPresent() ? evidence.window() : sinceReset(relation, evidence);
    var alive = relation.get(N_LIVE_TUP).known();
    var lately = diedLately(relation, evidence);
    return Stream.of(time, alive, lately).anyMatch(Optional::isEmpty)
            || !time.get().isPositive()
            || !isDue(relation, evidence)
        ? Optional.empty()
        : Optional.of(
            new DeadRowPileUp(
                relation,
                (double) lately.get() / seconds(time.get()),
                Math.max((double) alive.get(), relation.get(RELTUPLES).or(0.0)),
                facts(relation, lately.get(), time.get(), 0, 0).list(),
                Confidence.MEDIUM));
  }

  /// The time in which the rate of now was counted: that between two surveys, or since the counters
  /// began. Empty where it would be one of a burst: one large statement, or a job that began just
  /// before we looked.
  private static Optional<Duration> timeOfRate(Relation relation, double nap, Evidence evidence) {
    var now = evidence.takenAt();
    if (!isVacuumed(relation, now, nap) && !isDue(relation, evidence)) {
      return Optional.empty();
    }
    var before = evidence.before(relation);
    if (before.isPresent()) {
      var then = evidence.older().orElseThrow().takenAt();
      var window = evidence.window().filter(Duration::isPositive);
      return isVacuumed(before.get(), then, nap)
          ? window
          : window.filter(length ->
              seconds(length) >= nap
                  && vacuums(before.get()).equals(Optional.of(0L))
                  && isDue(before.get(), evidence));
    }
    return sinceReset(relation, evidence);
  }

  private static Optional<Duration> sinceReset(Relation relation, Evidence evidence) {
    return StatsLost.sinceReset(relation, evidence)
        .filter(time -> time.compareTo(LEAST_COUNTED) >= 0);
  }

  private static double seconds(Duration time) {
    return (double) time.toMillis() / 1e3;
  }

  /// How many rows a vacuum removed on average since the counters began; none where none came.
  private static double eachVacuum(long died, long dead, long vacuums) {
    return vacuums == 0 ? 0 : (double) Math.max(0, died - dead) / (double) vacuums;
  }

  private static Optional<Long> vacuums(Relation relation) {
    return Reading.both(
            relation.get(AUTOVACUUM_COUNT), relation.get(VACUUM_COUNT), "sum", Long::sum)
        .known();
  }

  private static Facts facts(
      Relation relation, long lately, Duration time, double eachVacuum, long vacuums) {
    return new Facts()
        .observed(
            "rows that each vacuum removed, on average",
            eachVacuum > 0
                ? "%s, %s"
                    .formatted(Quantities.count(eachVacuum), Quantities.counted(vacuums, "vacuum"))
                : "",
            "(n_tup_del + n_tup_upd - n_tup_hot_upd - n_dead_tup) / (autovacuum_count +"
                + " vacuum_count)")
        .observed(
            "rows that only a vacuum removes",
            "%s in %s".formatted(Quantities.count(lately), Quantities.duration(time)),
            "n_tup_del + n_tup_upd - n_tup_hot_upd")
        .observed("dead rows now", relation.get(N_DEAD_TUP))
        .observed("live rows", relation.get(N_LIVE_TUP));
  }

  private static Optional<Long> died(Relation relation) {
    var cold =
        Reading.both(
            relation.get(N_TUP_UPD), relation.get(N_TUP_HOT_UPD), "-", (all, hot) -> all - hot);
    return Reading.both(
            relation.get(N_TUP_DEL), cold, "+", (gone, moved) -> gone + Math.max(0, moved))
        .known();
  }

  /// Those between two surveys; of one, since the counters began.
  private static Optional<Long> diedLately(Relation relation, Evidence evidence) {
    var before = evidence.before(relation);
    var earlier = before.isPresent() ? before.flatMap(DeadRowPileUp::died) : Optional.of(0L);
    return died(relation).flatMap(all -> earlier.map(then -> all - then));
  }

  private static boolean isDue(Relation relation, Evidence evidence) {
    return relation.get(N_DEAD_TUP).is(dead -> evidence.thresholds(relation).isPassedByDead(dead));
  }

  private static boolean isVacuumed(Relation relation, Instant now, double nap) {
    return relation
        .get(LAST_AUTOVACUUM)
        .is(last -> seconds(Duration.between(last, now)) <= NAPS * nap);
  }

  /// By logs: vacuums of it come one naptime apart, and half of them find so much.
  static Optional<DeadRowPileUp> logged(Relation relation, double nap, TableHistory told) {
    double period = told.gapSeconds().median() + told.seconds().median();
    boolean isEachNap =
        told.gapSeconds().count() >= RUNS - 1 && Math.abs(period - nap) <= SLACK * nap;
    boolean isHeld = told.milestones().hold().filter(hold -> !hold.isOver()).isPresent();
    return !isEachNap || isHeld || told.remain().isEmpty()
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
