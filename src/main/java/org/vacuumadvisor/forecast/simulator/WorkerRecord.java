package org.vacuumadvisor.forecast.simulator;

import java.time.Instant;
import java.util.List;
import org.vacuumadvisor.unit.Share;

/// Writes down what the workers of autovacuum do.
final class WorkerRecord {
  private final Grid grid;
  private final float[] busy;
  private final float[] reads;
  private final float[] dirtied;
  private final int workers;
  private final double blockSize;
  private double worked;
  private long runs;

  WorkerRecord(Grid grid, int workers, double blockSize) {
    this.grid = grid;
    this.workers = workers;
    this.blockSize = blockSize;
    busy = new float[grid.spans()];
    reads = new float[grid.spans()];
    dirtied = new float[grid.spans()];
  }

  void ended(WorkerRun run, double end) {
    runs++;
    worked += end - run.start;
    grid.spread(busy, run.start, end, end - run.start);
    grid.spread(reads, run.start, end, run.work.reads() * blockSize);
    grid.spread(dirtied, run.start, end, run.work.dirtied() * blockSize);
  }

  long runs() {
    return runs;
  }

  Trajectory trajectory(
      Instant start, double length, List<TableTrajectory> tables, List<LimitDate> limits) {
    return new Trajectory(
        start,
        TableRecord.seconds(length),
        Share.of(worked, workers * length),
        tables,
        grid.series(busy, length),
        grid.series(reads, length),
        grid.series(dirtied, length),
        limits);
  }
}
