package org.vacuumadvisor.workload;

import static org.vacuumadvisor.workload.Phrases.about;
import static org.vacuumadvisor.workload.Phrases.rows;

import java.time.Duration;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;

/// The class of a table by its writes alone: whether they are inserts, updates, or inserts and
/// deletes that follow each other. The bars are conventions of ours, made to hold on the workloads
/// of the lab, on pgbench's scripts and on queues.
final class WriteMix {
  /// Below so many rows written nothing is said of the mix.
  private static final long FEWEST_WRITTEN = 25;

  /// Rows that must have gone before a queue is seen in it.
  private static final long FEWEST_REMOVED = 10;

  /// "Many times its live size".
  private static final double CHURNING = 3;

  private static final double CERTAINLY_CHURNING = 10;

  /// The updates in the life of a queue's row: claims, retries, heartbeats.
  private static final long UPDATES_OF_A_JOB = 10;

  /// More updates to an insert or delete than this, two in the life of a row and some to spare, and
  /// a table that does not turn over fast is no queue.
  private static final double UPDATES_TO_A_WRITE = 1.25;

  /// What lives longer is no queue to vacuum: it runs many times in between.
  private static final Duration LIFE_OF_A_JOB = Duration.ofHours(1);

  /// Where the time is unknown, and with it how long a row lives: so few are alive in a queue whose
  /// workers keep up.
  private static final double FEW_JOBS = 1_000;

  /// Rows that live longer and then go are subject to retention.
  private static final Duration RETENTION = Duration.ofDays(1);

  /// Rows deleted by one scan: more than a batch of a queue's worker.
  private static final long BULK = 100;

  private static final Share SURELY_NEGLIGIBLE = Share.ofPercent(1);
  private static final Share NEGLIGIBLE = Share.ofPercent(5);
  private static final Share PERHAPS_NEGLIGIBLE = Share.ofPercent(10);
  private static final Share PLENTY = Share.ofPercent(20);

  private WriteMix() {}

  static Verdict verdict(Traffic traffic) {
    if (churns(traffic)) {
      return churning(traffic);
    }
    if (traffic.written() < FEWEST_WRITTEN) {
      return Verdict.undetermined("only " + rows(traffic.written()) + " written");
    }
    if (cleansUp(traffic)) {
      return withCleanUp(traffic);
    }
    return inserts(traffic, traffic.activity().deleted());
  }

  /// Whether rows come and go so fast that the table turns over many times: a queue, however often
  /// it is polled.
  static boolean churns(Traffic traffic) {
    long inserted = traffic.activity().inserted();
    long removed = traffic.removed();
    return removed >= FEWEST_REMOVED
        && Math.min(inserted, removed) >= Math.max(inserted, removed) / 2
        && traffic.activity().updated() <= UPDATES_OF_A_JOB * removed
        && traffic.turnover().orElse(0.0) >= CHURNING
        && traffic
            .lifeOfARow()
            .map(life -> life.compareTo(LIFE_OF_A_JOB) <= 0)
            .orElseGet(() -> churnsForAllWeKnow(traffic));
  }

  private static boolean churnsForAllWeKnow(Traffic traffic) {
    return traffic.turnover().orElse(0.0) >= CERTAINLY_CHURNING
        && traffic.live().orElse(Double.POSITIVE_INFINITY) <= FEW_JOBS;
  }

  /// The scans of a queue's workers only ask whether there is something to do.
  static Traffic withoutPolling(Traffic traffic) {
    return churns(traffic) ? traffic.withReads(0) : traffic;
  }

  private static Verdict churning(Traffic traffic) {
    double turnover = traffic.turnover().orElse(0.0);
    var verdict =
        Verdict.of(
            WorkloadClass.QUEUE_CHURN,
            turnover >= CERTAINLY_CHURNING ? Confidence.HIGH : Confidence.MEDIUM,
            comeAndGone(traffic),
            "the table turned over " + about(Math.round(turnover)) + " times");
    return traffic
        .lifeOfARow()
        .filter(Duration::isPositive)
        .map(life -> verdict.also("a row lives " + Quantities.duration(life)))
        .orElse(verdict);
  }

  private static String comeAndGone(Traffic traffic) {
    var come = rows(traffic.activity().inserted()) + " inserted, ";
    return traffic.vanished() > traffic.activity().deleted()
        ? come + about(traffic.removed()) + " of them gone without a DELETE"
        : come + about(traffic.activity().deleted()) + " deleted";
  }

  /// Whether the deletes are a clean-up, not the end of each row's work: many rows at one scan, or
  /// rows that had lived for long.
  private static boolean cleansUp(Traffic traffic) {
    long deleted = traffic.activity().deleted();
    boolean bulk = deleted > FEWEST_REMOVED && deleted >= BULK * traffic.scans();
    return bulk
        || switch (traffic.period()) {
          case Period.Between _ -> false;
          case Period.SinceReset _ ->
              traffic.lifeOfARow().filter(life -> life.compareTo(RETENTION) > 0).isPresent();
        };
  }

  private static Verdict withCleanUp(Traffic traffic) {
    var activity = traffic.activity();
    if (activity.inserted() + activity.updated() < FEWEST_WRITTEN) {
      return Verdict.undetermined(
          rows(activity.deleted())
              + " deleted by "
              + about(traffic.scans())
              + " scans, and nothing"
              + " else written");
    }
    return inserts(traffic, 0)
        .atMost(Confidence.MEDIUM)
        .also(rows(activity.deleted()) + " deleted in bulk");
  }

  /// @param deleted the deletes that count
  private static Verdict inserts(Traffic traffic, long deleted) {
    var activity = traffic.activity();
    long written = activity.inserted() + activity.updated() + deleted;
    var changed = Share.of(activity.updated() + deleted, written);
    if (changed.exceeds(PERHAPS_NEGLIGIBLE)) {
      return changes(traffic, deleted);
    }
    return insertOnly(
        traffic,
        changed.exceeds(NEGLIGIBLE)
            ? Confidence.LOW
            : changed.exceeds(SURELY_NEGLIGIBLE) ? Confidence.MEDIUM : Confidence.HIGH);
  }

  private static Verdict changes(Traffic traffic, long deleted) {
    var activity = traffic.activity();
    long inserted = activity.inserted();
    long updated = activity.updated();
    boolean follow = deleted > 0 && deleted >= inserted / 2;
    if (follow && updated <= UPDATES_TO_A_WRITE * (inserted + deleted)) {
      return queue(traffic, deleted > 2 * inserted ? Confidence.LOW : Confidence.MEDIUM);
    }
    if (updated >= deleted) {
      var share = Share.of(updated, inserted + updated + deleted);
      return Verdict.of(
          WorkloadClass.TPC_C,
          share.exceeds(PLENTY) ? Confidence.HIGH : Confidence.MEDIUM,
          share + " of " + rows(traffic.written()) + " written are updates",
          traffic.readShare() + " of operations are reads");
    }
    return Share.of(deleted, inserted).exceeds(PLENTY)
        ? queue(traffic, Confidence.LOW)
        : insertOnly(traffic, Confidence.LOW);
  }

  private static Verdict queue(Traffic traffic, Confidence confidence) {
    return Verdict.of(
        WorkloadClass.QUEUE_CHURN,
        confidence,
        comeAndGone(traffic),
        "they are deleted few at a time, in " + about(traffic.scans()) + " scans");
  }

  private static Verdict insertOnly(Traffic traffic, Confidence confidence) {
    var activity = traffic.activity();
    var share = Share.of(activity.inserted(), traffic.written());
    return Verdict.of(
        WorkloadClass.INSERT_ONLY,
        confidence,
        share + " of " + rows(traffic.written()) + " written are inserts",
        about(activity.updated()) + " updated, " + about(activity.deleted()) + " deleted");
  }
}
