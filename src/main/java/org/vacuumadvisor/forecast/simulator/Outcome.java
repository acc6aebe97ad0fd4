package org.vacuumadvisor.forecast.simulator;

import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Setting;

/// What a finished visit leaves behind in a table.
final class Outcome {
  /// `should_attempt_truncation()`: pages, and the share of all.
  private static final double MUCH_TO_FREE = 1_000;

  private static final double SHARE_TO_FREE = 1 / 16.0;

  private final Consumed consumed;
  private final boolean advancesEarly;
  private final boolean freezesEarly;

  /// By the positions of tables.
  private final boolean[] truncates;

  private final double multixactFreezeMinAge;

  Outcome(Cluster cluster, Consumed consumed) {
    this.consumed = consumed;
    advancesEarly = Feature.EARLY_FREEZE_ADVANCE.isIn(cluster.release());
    freezesEarly = Feature.OPPORTUNISTIC_FREEZING.isIn(cluster.release());
    boolean byDefault =
        !Setting.VACUUM_TRUNCATE.isIn(cluster.release())
            || cluster.settings().bool(Setting.VACUUM_TRUNCATE).orElse(true);
    truncates = new boolean[cluster.tables().size()];
    for (int at = 0; at < truncates.length; at++) {
      truncates[at] =
          cluster.tables().get(at).parameters().bool("vacuum_truncate").orElse(byDefault);
    }
    multixactFreezeMinAge =
        (double) cluster.settings().integerOrDefault(Setting.VACUUM_MULTIXACT_FREEZE_MIN_AGE);
  }

  /// The table as a vacuum leaves it; it has been advanced to the end of it.
  ///
  /// @param horizon the XID that the oldest holder keeps, counted from the start; the newest if
  ///   nobody holds
  void vacuumed(WorkerRun run, Planner planner, double horizon, double sinceLast) {
    var table = run.table;
    var work = run.work;
    double during = table.load() - run.loadBefore;
    double gone = Math.max(0, work.removed() - run.itemsBefore);
    double share = run.deadBefore() > 0 ? Math.min(1, gone / run.deadBefore()) : 0;
    double lasting = share * run.lastingBefore;
    double kept = Math.min(work.kept(), table.allDead());
    table.free(table.freed(lasting, share * run.hotBefore));
    table.dead = Math.max(0, table.dead - lasting);
    table.hotDead = Math.max(0, table.hotDead - share * run.hotBefore);
    boolean indexed = table.indexes.count() > 0;
    boolean passedBy = indexed && work.passes() == 0 && work.removed() > 0;
    if (passedBy) {
      table.deadItems = run.itemsBefore + lasting;
    } else {
      table.indexes.removed(lasting + run.itemsBefore);
      table.deadItems = 0;
    }
    count(run, during, kept);
    see(run, planner, kept, passedBy ? work.dead() : 0, during, sinceLast);
    freeze(run, horizon);
    if (!run.waitsInVain() && truncates[table.position]) {
      truncate(table, kept, sinceLast);
    }
    table.roomChanged();
    table.vacuumed(work.scanned(), run.pagesBefore);
  }

  /// What a vacuum waits for the lock to cut off empty pages, where others do not let it have that.
  double waitForTruncation(TableState table, VacuumWork work) {
    return work.kept() >= 0.5 || !truncates[table.position]
        ? 0
        : table.start.pattern().conflicts().truncateSeconds();
  }

  /// The table as a vacuum leaves it that was cancelled: its first phase pruned the pages it came
  /// to, and dead line pointers stay. Nobody tells the counters (`pgstat_report_vacuum()` comes at
  /// the end), so that autovacuum comes again.
  ///
  /// @param done the part of the run that was done
  void cancelled(WorkerRun run, double done) {
    var table = run.table;
    var work = run.work;
    if (run.cause == Cause.CHANGES || run.deadBefore() <= 0) {
      return;
    }
    double again = work.passes() > 0 ? work.dead() : 0;
    double scan = work.scanned() / Math.max(1, work.scanned() + work.indexPages() + again);
    double pruned = Math.min(1, done / Math.max(scan, 1e-9));
    double gone = Math.max(0, work.removed() - run.itemsBefore);
    double share = pruned * Math.min(1, gone / run.deadBefore());
    double lasting = Math.min(table.dead, share * run.lastingBefore);
    double hot = Math.min(table.hotDead, share * run.hotBefore);
    table.free(table.freed(lasting, hot));
    table.dead -= lasting;
    table.hotDead -= hot;
    table.deadItems += lasting;
    table.roomChanged();
  }

  /// The table as an analyze leaves it: `pgstat_report_analyze()`.
  void analyzed(TableState table) {
    table.countedDead = table.allDead() + table.deadItems;
    table.countedChanges = 0;
    table.analyzed();
  }

  /// `pgstat_report_vacuum()` sets the counter to the dead rows it saw. Rows that died on pages it
  /// had already looked at are not among them: on average half of those of its first phase, and all
  /// of the later ones' (the indexes, and the pages with dead rows once more).
  private static void count(WorkerRun run, double during, double kept) {
    var table = run.table;
    var work = run.work;
    double again = work.passes() > 0 ? work.dead() : 0;
    double heap = work.scanned() / Math.max(1, work.scanned() + work.indexPages() + again);
    double died = (table.arrivals.lastingDead() + table.arrivals.hotUpdates()) * during;
    table.countedDead = kept + Math.min(table.allDead(), died * heap / 2);
    table.countedInserts = 0;
  }

  /// `visibilitymap_set()` for all pages looked at where nothing is in the way.
  private void see(
      WorkerRun run,
      Planner planner,
      double kept,
      double pagesLeft,
      double during,
      double sinceLast) {
    var table = run.table;
    double blocked = kept > 0 ? table.pages * (1 - Math.exp(-kept / Math.max(1, table.pages))) : 0;
    double seen = Math.max(0, run.pagesBefore - Math.max(blocked, pagesLeft));
    double frozenBefore = table.allFrozen;
    table.allVisible = Math.min(table.pages, seen) * table.visibilityKept(during / 2);
    table.allFrozen = Math.min(table.allVisible, frozen(run, planner, frozenBefore, sinceLast));
  }

  private double frozen(WorkerRun run, Planner planner, double before, double sinceLast) {
    var table = run.table;
    double ripe = ripening(table);
    if (run.work.isAggressive()) {
      return Math.max(before, table.allVisible * oldShare(table, ripe));
    }
    double fresh = Math.max(0, run.pagesBefore - run.visibleBefore);
    double old = sinceLast > 0 ? Math.max(0, 1 - ripe / sinceLast) : 0;
    double early = (1 - old) * early(run, fresh);
    return before + fresh * old + early + planner.eagerlyScanned(table);
  }

  /// Pages frozen before their rows are old: `lazy_scan_prune()` of 16,
  /// `heap_page_prune_and_freeze()` since, freeze a page that becomes all-visible where pruning it
  /// writes it to the WAL as a whole. What setting hint bits writes as a whole (data checksums,
  /// `wal_log_hints`) is not counted.
  private double early(WorkerRun run, double fresh) {
    return freezesEarly ? Math.min(fresh, run.work.wholePages()) : 0;
  }

  /// The load in which a row becomes old enough to be frozen.
  private double ripening(TableState table) {
    double least = (double) table.options.freezeMinAge().value().count();
    if (least == 0) {
      return 0;
    }
    double from = consumed.secondAtXid(consumed.xid(table.at) - least);
    return Double.isInfinite(from) ? Double.POSITIVE_INFINITY : table.loadSince(from);
  }

  /// Which part of the pages has only rows that old.
  private static double oldShare(TableState table, double ripe) {
    if (Double.isInfinite(ripe)) {
      return 0;
    }
    var arrivals = table.arrivals;
    double updated = arrivals.hotUpdates() + arrivals.otherUpdates();
    double untouched = Math.exp(-updated * ripe / Math.max(1, table.pages));
    return untouched * Math.max(0, 1 - arrivals.inserts() * ripe / Math.max(1, table.live));
  }

  /// `relfrozenxid` goes to the freeze limit if all pages not frozen were looked at, and from 15 on
  /// to the oldest XID that is really left.
  private void freeze(WorkerRun run, double horizon) {
    var table = run.table;
    boolean all = run.work.scanned() >= run.pagesBefore - run.frozenBefore - 0.5;
    if (!run.work.isAggressive() && !all) {
      return;
    }
    double then = consumed.xid(run.start);
    double limit = then - (double) table.options.freezeMinAge().value().count();
    if (advancesEarly) {
      limit = Math.max(limit, then - oldestLeft(table));
    }
    table.frozen.advance(
        Math.min(limit, horizon), consumed.multixact(run.start) - multixactFreezeMinAge);
  }

  /// How old the oldest row is where rows live for a time and go.
  private double oldestLeft(TableState table) {
    return table.arrivals.queues()
        ? consumed.xid(2 * table.live / table.arrivals.deletes())
        : Double.POSITIVE_INFINITY;
  }

  /// `lazy_truncate_heap()`: all pages, where nothing is left in a table. A queue keeps those that
  /// were filled since the vacuum before. Where else rows are left, they may lie at the end.
  private static void truncate(TableState table, double kept, double sinceLast) {
    if (kept >= 0.5) {
      return;
    }
    boolean empty = table.live < 0.5 && table.allDead() < 0.5;
    double left = empty ? 0 : Math.min(table.pages, Math.ceil(table.filled(sinceLast)));
    double freeable = table.pages - left;
    if (empty || freeable >= MUCH_TO_FREE || freeable >= table.pages * SHARE_TO_FREE) {
      table.cut(left);
    }
  }
}
