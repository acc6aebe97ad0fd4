package org.vacuumadvisor.forecast.simulator;

import org.vacuumadvisor.postgres.AutovacuumOptions.Balance;
import org.vacuumadvisor.postgres.CostModel;

/// A worker at a table: the vacuum, the analyze, or one after the other. How far it has come is
/// followed while its share of the cost limit changes.
final class WorkerRun {
  final TableState table;
  final Cause cause;
  final boolean analyze;
  final VacuumWork work;
  final double due;
  final double start;
  final boolean balanced;

  /// The table when it began.
  final double lastingBefore;

  final double hotBefore;
  final double loadBefore;
  final double itemsBefore;
  final double pagesBefore;
  final double visibleBefore;
  final double frozenBefore;
  private final double busy;
  private final double units;
  private final double vacuumBusy;
  private final double vacuumUnits;
  private final CostModel alone;
  private final double slack;

  /// Which part of it is done, and when that was.
  private double done;

  private double at;
  private double sleeping;
  private double asleep;
  private double end;

  /// For how long it had been at work when the simulation started.
  private double before;

  /// What it waits at its end for a lock.
  private final double locked;

  private double cancelledAt = Double.POSITIVE_INFINITY;

  WorkerRun(
      TableState table,
      Cause cause,
      VacuumWork work,
      VacuumWork sampled,
      double due,
      double start,
      CostModel alone,
      double slack,
      double locked) {
    this.table = table;
    this.cause = cause;
    this.analyze = !sampled.equals(VacuumWork.NONE);
    this.work = work;
    this.due = due;
    this.start = start;
    this.at = start;
    this.alone = alone;
    this.slack = slack;
    this.locked = locked;
    lastingBefore = table.dead;
    hotBefore = table.hotDead;
    loadBefore = table.load();
    itemsBefore = table.deadItems;
    pagesBefore = table.pages;
    visibleBefore = table.allVisible;
    frozenBefore = table.allFrozen;
    boolean throttled = alone.throttles() && work.mode() != VacuumWork.Mode.FAILSAFE;
    balanced = throttled && cause != Cause.COMMAND && table.options.balance() == Balance.SHARED;
    busy = work.busySeconds() + sampled.busySeconds() + locked;
    vacuumBusy = work.busySeconds() + locked;
    vacuumUnits = throttled ? units(work) : 0;
    units = throttled ? vacuumUnits + units(sampled) : 0;
  }

  private double units(VacuumWork each) {
    return each.hits() * (double) alone.pageHit()
        + each.reads() * (double) alone.pageMiss()
        + each.dirtied() * (double) alone.pageDirty();
  }

  /// From now on the worker has this limit: `vacuum_delay_point()` sleeps the delay for each limit
  /// that is used up, and a little longer than asked for.
  void limit(double now, long share) {
    progress(now);
    double limit = balanced ? (double) share : (double) alone.limit();
    sleeping = units == 0 ? 0 : units / limit * (alone.delayMillis() / 1e3 + slack);
    if (before > 0) {
      done = Math.min(1, before / (busy + sleeping));
      asleep = done * sleeping;
      before = 0;
    }
    end = now + (1 - done) * (busy + sleeping);
  }

  WorkerRun begunBefore(double seconds) {
    before = seconds;
    return this;
  }

  private void progress(double now) {
    double whole = busy + sleeping;
    if (now > at && whole > 0) {
      double part = Math.min(1 - done, (now - at) / whole);
      done += part;
      asleep += part * sleeping;
    }
    at = now;
  }

  double deadBefore() {
    return lastingBefore + hotBefore;
  }

  double end() {
    return Math.min(end, cancelledAt);
  }

  /// Another session's lock request ends it then, unless it is done by then, or is to prevent
  /// wraparound (`PROC_VACUUM_FOR_WRAPAROUND`).
  void cancelAt(double second) {
    if (cause != Cause.WRAPAROUND) {
      cancelledAt = Math.min(cancelledAt, second);
    }
  }

  boolean isCancelled() {
    return cancelledAt < end;
  }

  /// Whether it gives up cutting off empty pages.
  boolean waitsInVain() {
    return locked > 0;
  }

  /// Which part of it is done by then.
  double doneAt(double now) {
    progress(now);
    return done;
  }

  /// Which part of its time was the vacuum; the rest was the analyze.
  double vacuumShare() {
    double asleepForVacuum = units > 0 ? sleeping * vacuumUnits / units : 0;
    double whole = busy + sleeping;
    return whole > 0 ? (vacuumBusy + asleepForVacuum) / whole : 0;
  }

  /// Seconds asleep, when it has ended.
  double asleep() {
    progress(end());
    return asleep;
  }
}
