package org.vacuumadvisor.forecast.simulator;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.forecast.cluster.LockConflicts;
import org.vacuumadvisor.forecast.cluster.VacuumJob;

/// The `VACUUM` commands of jobs, beside autovacuum's workers: they are nobody's workers, and take
/// no share of the cost limit.
final class Commands {
  /// Who waits for a lock has it a moment after it became free.
  private static final double AFTER = 1e-3;

  private final PriorityQueue<Coming> coming = new PriorityQueue<>();
  private final WorkerScheduler scheduler;
  private final List<WorkerRun> running = new ArrayList<>();
  private long ended;

  Commands(List<TableState> tables, Instant start, WorkerScheduler scheduler) {
    this.scheduler = scheduler;
    for (var table : tables) {
      job(table)
          .ifPresent(job -> add(table, Math.max(0, seconds(Duration.between(start, job.next())))));
    }
  }

  private static Optional<VacuumJob> job(TableState table) {
    return table.start.pattern().job();
  }

  private void add(TableState table, double at) {
    var _ = coming.add(new Coming(table, at));
  }

  /// When something of them happens next: one comes, or ends.
  double next() {
    var first = firstToEnd();
    return first == null ? nextBegin() : Math.min(nextBegin(), first.end());
  }

  private double nextBegin() {
    return coming.isEmpty() ? Double.POSITIVE_INFINITY : coming.peek().at();
  }

  /// Lets it happen.
  ///
  /// @param busy tables by position that a vacuum is at
  /// @return the table that a command has vacuumed; null if one came
  @Nullable TableState next(double now, boolean[] busy, List<Worker> workers) {
    var first = firstToEnd();
    if (first == null || first.end() > nextBegin()) {
      begin(coming.remove().table(), now, busy, workers);
      return null;
    }
    scheduler.end(first, now);
    running.remove(first);
    busy[first.table.position] = false;
    ended++;
    return first.table;
  }

  long ended() {
    return ended;
  }

  private @Nullable WorkerRun firstToEnd() {
    WorkerRun first = null;
    for (var each : running) {
      if (first == null || each.end() < first.end()) {
        first = each;
      }
    }
    return first;
  }

  /// `VACUUM` takes a lock that only one vacuum of a table can have. It waits for the one that has
  /// it, and an automatic one that need not be is cancelled after `deadlock_timeout`.
  private void begin(TableState table, double now, boolean[] busy, List<Worker> workers) {
    if (busy[table.position]) {
      add(table, Math.max(now, free(table, now, workers)) + AFTER);
      return;
    }
    var run = scheduler.beginCommand(table, now);
    run.limit(now, 0);
    running.add(run);
    busy[table.position] = true;
    job(table).ifPresent(job -> add(table, now + seconds(job.every())));
  }

  private double free(TableState table, double now, List<Worker> workers) {
    for (var each : running) {
      if (each.table.equals(table)) {
        return each.end();
      }
    }
    for (var worker : workers) {
      if (worker.run != null && worker.run.table.equals(table)) {
        worker.run.cancelAt(now + LockConflicts.DEADLOCK_SECONDS);
        return worker.run.end();
      }
    }
    return now;
  }

  private static double seconds(Duration length) {
    return (double) length.toMillis() / 1e3;
  }
}
