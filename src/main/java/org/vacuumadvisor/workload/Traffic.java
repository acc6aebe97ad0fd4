package org.vacuumadvisor.workload;

import java.time.Duration;
import java.util.Optional;
import org.vacuumadvisor.model.Activity;
import org.vacuumadvisor.unit.Share;

/// What applications did to a table, or to several together, ready to be judged.
///
/// @param reads scans without those that belong to writes
/// @param live rows alive on average over the period
/// @param vanished rows that came and are neither there nor deleted: removed by TRUNCATE, or rolled
///   back
/// @param observed how long the counters have run at least
/// @param standing inserted rows that are still there and may have come by one load: none where the
///   counters began when the table was in use, or where it is known to have grown in steps
record Traffic(
    Activity activity,
    long reads,
    Optional<Double> live,
    long vanished,
    Period period,
    Duration observed,
    long standing) {

  static Traffic none(Period period, Duration observed) {
    return new Traffic(Activity.NONE, 0, Optional.of(0.0), 0, period, observed, 0);
  }

  long written() {
    return activity.written();
  }

  long operations() {
    return reads + written();
  }

  long scans() {
    return activity.sequentialScans() + activity.indexScans();
  }

  Share readShare() {
    return Share.of(reads, operations());
  }

  /// The read share if no scan belonged to a write.
  Share highestReadShare() {
    return Share.of(scans(), scans() + written());
  }

  /// Rows that went, however they went.
  long removed() {
    return Math.max(activity.deleted(), vanished);
  }

  /// How many times the live rows were removed in the period.
  Optional<Double> turnover() {
    return live.map(rows -> removed() / Math.max(1, rows));
  }

  /// How long a row lives on average, by Little's law: those alive over those removed in a time.
  Optional<Duration> lifeOfARow() {
    return period
        .length()
        .filter(_ -> removed() > 0)
        .flatMap(time -> live.map(rows -> Math.round(time.toMillis() * rows / removed())))
        .map(Duration::ofMillis);
  }

  Traffic plus(Traffic other) {
    return new Traffic(
        activity.plus(other.activity),
        reads + other.reads,
        live.flatMap(rows -> other.live.map(more -> rows + more)),
        vanished + other.vanished,
        period,
        observed,
        standing + other.standing);
  }

  /// The same without so many of the inserts.
  Traffic withoutInserts(long count) {
    var load = new Activity(count, 0, 0, 0, 0, 0, 0, 0, Activity.NONE.newPageUpdated());
    return new Traffic(activity.since(load), reads, live, vanished, period, observed, standing);
  }

  /// The same with so many of its scans for reads.
  Traffic withReads(long count) {
    return new Traffic(activity, count, live, vanished, period, observed, standing);
  }
}
