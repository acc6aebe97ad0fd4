package org.vacuumadvisor.forecast.simulator;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.LoadClock;
import org.vacuumadvisor.postgres.cost.CostBalance;

/// Begins and ends the runs of workers at tables, and shares the cost limit among those at work.
final class WorkerScheduler {
  private final Cluster cluster;
  private final LoadClock clock;
  private final Holds holds;
  private final Planner planner;
  private final Outcome outcome;
  private final Caching caching;
  private final long[] shares;
  private final double[] lastVacuum;
  final List<TableRecord> records;
  private final WorkerRecord workers;

  WorkerScheduler(
      Cluster cluster,
      LoadClock clock,
      Holds holds,
      Consumed consumed,
      int mostWorkers,
      List<TableRecord> records,
      WorkerRecord workers) {
    this.cluster = cluster;
    this.clock = clock;
    this.holds = holds;
    this.records = records;
    this.workers = workers;
    planner = new Planner(cluster);
    outcome = new Outcome(cluster, consumed, clock);
    caching = Caching.of(cluster);
    lastVacuum = new double[cluster.tables().size()];
    shares = new long[mostWorkers + 1];
    for (int count = 1; count <= mostWorkers; count++) {
      shares[count] = CostBalance.share(cluster.release(), cluster.settings(), count);
    }
  }

  /// `table_recheck_autovac()`: what there is to do at a table by now; null if nothing.
  @Nullable WorkerRun begin(TableState table, double due, double now) {
    advance(table, now);
    boolean analyze = table.dueForAnalyze();
    var cause = cause(table, analyze);
    if (cause == null) {
      return null;
    }
    double cached = caching.share(table);
    double sinceLast = now - lastVacuum[table.position];
    var work =
        cause == Cause.CHANGES
            ? VacuumWork.NONE
            : planner.vacuum(table, holds.kept(table, now), cached, sinceLast);
    var sampled = analyze ? planner.analyze(table, cached) : VacuumWork.NONE;
    return new WorkerRun(
        table, cause, work, sampled, due, now, table.alone, cluster.machine().sleepSeconds());
  }

  /// A vacuum that was at work for so many seconds before the start. What died since then it does
  /// not remove, on average half of it.
  WorkerRun underWay(TableState table, double seconds) {
    double cached = caching.share(table);
    double died = Math.min(table.allDead(), table.arrivals.lastingDead() * seconds / 2);
    var work = planner.vacuum(table, Math.max(died, holds.kept(table, 0)), cached, seconds);
    var cause = table.dueForInserts() && !table.dueForDead() ? Cause.INSERTS : Cause.DEAD_ROWS;
    return new WorkerRun(
            table,
            table.forced() ? Cause.WRAPAROUND : cause,
            work,
            VacuumWork.NONE,
            0,
            0,
            table.alone,
            cluster.machine().sleepSeconds())
        .begunBefore(seconds);
  }

  private static @Nullable Cause cause(TableState table, boolean analyze) {
    if (table.forced()) {
      return Cause.WRAPAROUND;
    }
    if (table.dueForDead()) {
      return Cause.DEAD_ROWS;
    }
    return table.dueForInserts() ? Cause.INSERTS : analyze ? Cause.CHANGES : null;
  }

  /// `autovac_balance_cost()`, from 16 `autovac_recalculate_workers_for_balance()`.
  void balance(List<Worker> workers, double now) {
    int balanced = 0;
    for (var worker : workers) {
      balanced += worker.run != null && worker.run.balanced ? 1 : 0;
    }
    long share = balanced > 0 ? shares[balanced] : 0;
    for (var worker : workers) {
      if (worker.run != null) {
        worker.run.limit(now, share);
      }
    }
  }

  /// The end of a run.
  void end(WorkerRun run, double now) {
    var table = run.table;
    double slept = run.asleep();
    double sinceLast = clock.load(now) - clock.load(lastVacuum[table.position]);
    advance(table, now);
    if (run.cause != Cause.CHANGES) {
      outcome.vacuumed(run, planner, holds.horizon(table, now), sinceLast);
      lastVacuum[table.position] = now;
      holds.apply(table, now);
    }
    if (run.analyze) {
      outcome.analyzed(table);
    }
    records.get(table.position).ended(run, now, slept, cluster.start());
    workers.ended(run, now);
  }

  void advance(TableState table, double now) {
    var record = records.get(table.position);
    record.cover(now);
    table.advance(clock.load(now));
    record.advanced();
  }
}
