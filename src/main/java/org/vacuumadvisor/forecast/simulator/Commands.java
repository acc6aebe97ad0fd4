package org.vacuumadvisor.forecast.simulator;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.forecast.cluster.LockConflicts;

/// The `VACUUM` commands of jobs, beside autovacuum's workers: they are nobody's workers, and take
/// no share of the cost limit.
final class Commands {
  /// Who waits for a lock has it a moment after it became free.
  private static final double AFTER = 1e-3;

  private final JobQueue jobs;
  private final WorkerScheduler scheduler;
  private final List<WorkerRun> running = new ArrayList<>();
  private long ended;

  Commands(JobQueue jobs, WorkerScheduler scheduler) {
    this.jobs = jobs;
    this.scheduler = scheduler;
  }

  /// When something of them happens next: one comes, or ends.
  double next() {
    var first = firstToEnd();
    return first == null ? jobs.next() : Math.min(jobs.next(), first.end());
  }

  /// Lets it happen.
  ///
  /// @param busy tables by position that a vacuum is at
  /// @return the table that a command has vacuumed; null if one came
  @Nullable TableState next(double now, boolean[] busy, List<Worker> workers) {
    var first = firstToEnd();
    if (first == null || first.end() > jobs.next()) {
      begin(jobs.take(), now, busy, workers);
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
      jobs.add(table, Math.max(now, free(table, now, workers)) + AFTER);
      return;
    }
    var run = scheduler.beginCommand(table, now);
    run.limit(now, 0);
    running.add(run);
    busy[table.position] = true;
    jobs.addNext(table, now);
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
}
