package org.vacuumadvisor.forecast.simulator;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.VacuumJob;
import org.vacuumadvisor.postgres.CostModel;

/// Begins and ends the runs of workers at tables, and shares the cost limit among those at work.
final class WorkerScheduler {
  private final Cluster cluster;
  private final Holds holds;
  private final Planner planner;
  private final Outcome outcome;
  private final Caching caching;
  private final long[] shares;
  private final double[] lastVacuum;
  private final double[] loadAtLastVacuum;
  private final LockRequests[] requests;
  private final CostModel ofCommands;
  final List<TableRecord> records;
  private final WorkerRecord workers;

  WorkerScheduler(
      Cluster cluster,
      Holds holds,
      Consumed consumed,
      int mostWorkers,
      List<TableRecord> records,
      WorkerRecord workers) {
    this.cluster = cluster;
    this.holds = holds;
    this.records = records;
    this.workers = workers;
    planner = new Planner(cluster);
    outcome = new Outcome(cluster, consumed);
    caching = Caching.of(cluster);
    lastVacuum = new double[cluster.tables().size()];
    loadAtLastVacuum = new double[lastVacuum.length];
    requests =
        cluster.tables().stream()
            .map(each -> new LockRequests(each.pattern().conflicts()))
            .toArray(LockRequests[]::new);
    ofCommands = CostModel.ofManualVacuum(cluster.settings());
    shares = new long[mostWorkers + 1];
    for (int count = 1; count <= mostWorkers; count++) {
      shares[count] = CostModel.share(cluster.settings(), count);
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
    var run =
        new WorkerRun(
            table,
            cause,
            work,
            sampled,
            cause == Cause.CHANGES ? due : Math.max(due, Math.min(now, table.vacuumDueAt())),
            now,
            table.alone,
            cluster.machine().sleepSeconds(),
            cause == Cause.CHANGES ? 0 : outcome.waitForTruncation(table, work));
    run.cancelAt(now + requests[table.position].cancelAfter());
    return run;
  }

  /// A `VACUUM` that somebody runs now. It is nobody's worker, has a cost limit of its own, and
  /// none by default.
  WorkerRun beginCommand(TableState table, double now) {
    advance(table, now);
    double cached = caching.share(table);
    boolean analyzes = table.start.pattern().job().filter(VacuumJob::analyzes).isPresent();
    var work =
        planner.vacuum(table, holds.kept(table, now), cached, now - lastVacuum[table.position]);
    return new WorkerRun(
        table,
        Cause.COMMAND,
        work,
        analyzes ? planner.analyze(table, cached) : VacuumWork.NONE,
        now,
        now,
        ofCommands,
        cluster.machine().sleepSeconds(),
        outcome.waitForTruncation(table, work));
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
            cluster.machine().sleepSeconds(),
            0)
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
    boolean cancelled = run.isCancelled();
    if (run.cause != Cause.COMMAND) {
      requests[table.position].passed(now - run.start, cancelled);
    }
    advance(table, now);
    double sinceLast = table.load() - loadAtLastVacuum[table.position];
    if (cancelled) {
      outcome.cancelled(run, run.doneAt(now));
      records.get(table.position).cancelled(run, now, slept);
      workers.ended(run, now);
      return;
    }
    if (run.cause != Cause.CHANGES) {
      outcome.vacuumed(run, planner, holds.horizon(table, now), sinceLast);
      lastVacuum[table.position] = now;
      loadAtLastVacuum[table.position] = table.load();
      holds.apply(table, now);
    }
    if (run.analyze) {
      outcome.analyzed(table);
    }
    records.get(table.position).ended(run, now, slept, cluster.start());
    if (run.cause != Cause.COMMAND) {
      workers.ended(run, now);
    }
  }

  void advance(TableState table, double now) {
    var record = records.get(table.position);
    record.cover(now);
    table.advance(now);
    record.advanced();
  }
}
