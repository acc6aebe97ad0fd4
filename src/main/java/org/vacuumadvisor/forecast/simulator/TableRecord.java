package org.vacuumadvisor.forecast.simulator;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.forecast.cluster.Cluster;

/// Writes down what becomes of one table, in bounded memory.
final class TableRecord {
  private static final double DAY = 86_400;

  private final TableState table;
  private final Grid grid;
  private final float[] peak;
  private final float[] mean;
  private final float[] heap;
  private final float[] index;
  private final float[] age;
  private final List<SimulatedRun> runs = new ArrayList<>();
  private final int runsKept;
  private final double blockSize;
  private final LimitWatch limits;
  private double covered;
  private double deadTime;
  private double peakCounted;
  private double peakDead;
  private double lastEnd;
  private double longestGap;
  private double waited;
  private double longestWait;
  private double vacuuming;
  private double asleep;
  private double mostPasses;
  private double mostChanged;
  private double removed;
  private double reads;
  private double dirtied;
  private double wal;
  private long vacuums;
  private long analyzes;
  private long forced;
  private long cancelled;
  private long commands;

  TableRecord(TableState table, Grid grid, int runsKept, Cluster cluster) {
    this.table = table;
    this.grid = grid;
    this.runsKept = runsKept;
    blockSize = (double) cluster.blockSize();
    limits = new LimitWatch(table, cluster);
    peak = new float[grid.spans()];
    mean = new float[grid.spans()];
    heap = new float[grid.spans()];
    index = new float[grid.spans()];
    age = new float[grid.spans()];
  }

  /// Writes down the time until then. The table must not have been changed since the last time, but
  /// for what a visit did at the end of it.
  void cover(double until) {
    double from = covered;
    int span = grid.span(from);
    count(from, until);
    double dead = deadAt(from);
    while (from < until && span < grid.spans()) {
      double next = grid.end(span);
      double to = Math.min(until, next);
      double then = deadAt(to);
      peak[span] = (float) Math.max(peak[span], Math.max(dead, then));
      mean[span] += (float) ((dead + then) / 2 * (to - from) / grid.step());
      deadTime += (dead + then) / 2 * (to - from);
      peakDead = Math.max(peakDead, Math.max(dead, then));
      if (to >= next) {
        note(span, to);
        span++;
      }
      from = to;
      dead = then;
    }
    covered = Math.max(covered, until);
    limits.see(until);
  }

  private void count(double from, double until) {
    if (until > from) {
      peakCounted = Math.max(peakCounted, Math.max(countedAt(from), countedAt(until)));
    }
  }

  private double countedAt(double second) {
    return table.countedAfter(table.loadUntil(second));
  }

  /// The table has been advanced to what is written down.
  void advanced() {
    if (analyzes > 0) {
      mostChanged = Math.max(mostChanged, table.countedChanges);
    }
  }

  private double deadAt(double second) {
    return table.deadAfter(table.loadUntil(second));
  }

  private void note(int span, double second) {
    double by = table.loadUntil(second);
    heap[span] = (float) (table.pagesAfter(by) * blockSize);
    index[span] = (float) (table.indexes.pagesAfter(table.indexed(by)) * blockSize);
    age[span] = (float) table.frozen.xidAge(second).count();
  }

  /// A run that did not come to its end.
  void cancelled(WorkerRun run, double end, double slept) {
    cancelled++;
    waited += run.start - run.due;
    vacuuming += end - run.start;
    asleep += slept;
  }

  private void commanded(WorkerRun run, double end) {
    commands++;
    analyzes += run.analyze ? 1 : 0;
    vacuumed(run, end);
  }

  private void vacuumed(WorkerRun run, double end) {
    longestGap = Math.max(longestGap, run.start - lastEnd);
    lastEnd = end;
  }

  void ended(WorkerRun run, double end, double slept, Instant start) {
    mostPasses = Math.max(mostPasses, run.work.passes());
    removed += run.work.removed();
    reads += run.work.reads();
    dirtied += run.work.dirtied();
    wal += run.work.walBytes();
    if (run.cause == Cause.COMMAND) {
      commanded(run, end);
      return;
    }
    if (run.cause == Cause.CHANGES) {
      analyzes++;
    } else {
      vacuums++;
      analyzes += run.analyze ? 1 : 0;
      forced += run.cause == Cause.WRAPAROUND ? 1 : 0;
      vacuumed(run, end);
    }
    double wait = run.start - run.due;
    waited += wait;
    longestWait = Math.max(longestWait, wait);
    vacuuming += end - run.start;
    asleep += slept;
    if (runs.size() < runsKept) {
      runs.add(
          new SimulatedRun(
              at(start, run.due),
              at(start, run.start),
              at(start, end),
              run.cause,
              run.work,
              seconds(slept),
              seconds((end - run.start) * run.vacuumShare())));
    }
  }

  Stream<LimitDate> limits(Instant start) {
    return limits.dates(start);
  }

  /// The record, when all is covered.
  TableTrajectory trajectory(double length) {
    double days = Math.max(length, 1) / DAY;
    longestGap = Math.max(longestGap, length - lastEnd);
    double by = table.loadUntil(length);
    return new TableTrajectory(
        table.start.key(),
        table.start.name(),
        new TableFigures(
            vacuums,
            analyzes,
            forced,
            cancelled,
            commands,
            (double) vacuums / days,
            peakDead,
            deadTime / Math.max(length, 1),
            peakCounted,
            seconds(longestGap),
            seconds(waited),
            seconds(longestWait),
            seconds(vacuuming),
            seconds(asleep),
            mostPasses,
            Math.max(mostChanged, table.countedChanges + table.arrivals.modified() * by),
            removed,
            reads * blockSize / days,
            dirtied * blockSize / days,
            wal / days,
            table.arrivals.modified() * (table.load() + by) / days,
            table.pagesAfter(by) * blockSize,
            table.indexes.pagesAfter(table.indexed(by)) * blockSize,
            (double) table.frozen.xidAge(length).count()),
        runs,
        grid.series(peak, length),
        grid.series(mean, length),
        grid.series(heap, length),
        grid.series(index, length),
        grid.series(age, length));
  }

  static Instant at(Instant start, double second) {
    return start.plusNanos(Math.round(second * 1e3) * 1_000_000);
  }

  static Duration seconds(double seconds) {
    return Duration.ofMillis(Math.round(seconds * 1e3));
  }
}
