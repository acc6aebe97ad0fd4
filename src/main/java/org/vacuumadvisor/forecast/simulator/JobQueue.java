package org.vacuumadvisor.forecast.simulator;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.PriorityQueue;

/// When the `VACUUM` commands of jobs come, in order.
final class JobQueue {
  private final PriorityQueue<Coming> coming = new PriorityQueue<>();

  JobQueue(List<TableState> tables, Instant start) {
    for (var table : tables) {
      table
          .start
          .pattern()
          .job()
          .ifPresent(job -> add(table, Math.max(0, seconds(Duration.between(start, job.next())))));
    }
  }

  /// When the next one comes; infinite if none does.
  double next() {
    return coming.isEmpty() ? Double.POSITIVE_INFINITY : coming.peek().at();
  }

  TableState take() {
    return coming.remove().table();
  }

  void add(TableState table, double at) {
    var _ = coming.add(new Coming(table, at));
  }

  /// The next command of the job of this table, whose last one came then.
  void addNext(TableState table, double at) {
    table.start.pattern().job().ifPresent(job -> add(table, at + seconds(job.every())));
  }

  private static double seconds(Duration length) {
    return (double) length.toMillis() / 1e3;
  }
}
