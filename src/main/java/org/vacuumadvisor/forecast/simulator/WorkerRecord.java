package org.vacuumadvisor.forecast.simulator;

import java.time.Duration;
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
        figures(length, tables),
        tables,
        grid.series(busy, length),
        grid.series(reads, length),
        grid.series(dirtied, length),
        limits);
  }

  private ClusterFigures figures(double length, List<TableTrajectory> tables) {
    var each = tables.stream().map(TableTrajectory::figures).toList();
    return new ClusterFigures(
        each.stream().mapToLong(TableFigures::vacuums).sum(),
        each.stream().mapToLong(TableFigures::forced).sum(),
        each.stream().mapToDouble(TableFigures::vacuumsADay).sum(),
        Share.of(worked, workers * length),
        each.stream().map(TableFigures::waited).reduce(Duration.ZERO, Duration::plus),
        each.stream().mapToDouble(TableFigures::readBytesADay).sum(),
        each.stream().mapToDouble(TableFigures::dirtiedBytesADay).sum(),
        each.stream().mapToDouble(TableFigures::walBytesADay).sum(),
        each.stream().mapToDouble(TableFigures::writtenADay).sum(),
        peakDead(tables),
        each.stream().mapToDouble(TableFigures::meanDead).sum(),
        each.stream().mapToDouble(TableFigures::heapBytes).sum(),
        each.stream().mapToDouble(TableFigures::indexBytes).sum());
  }

  /// The first span still shows what was there before.
  private double peakDead(List<TableTrajectory> tables) {
    double most = 0;
    for (int span = Math.min(1, grid.spans() - 1); span < grid.spans(); span++) {
      double sum = 0;
      for (var table : tables) {
        sum += span < table.peakDead().size() ? table.peakDead().at(span) : 0;
      }
      most = Math.max(most, sum);
    }
    return most;
  }
}
