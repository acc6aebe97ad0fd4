package org.vacuumadvisor.benchmark.compaction;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.vacuumadvisor.page.CompactionMethod;
import org.vacuumadvisor.page.PageRepair;
import org.vacuumadvisor.postgres.Release;

/// Twelve updates a row of a table of two integers, its pages pruned when they are full, as WAL
/// replay does; and then a pass over all of it, as VACUUM makes it: each way by turns, in
/// milliseconds of the processor.
///
/// Question: what does doing without the sort give recovery and vacuum? The published figures, for
/// 10 million rows with all of a server around it, are 148 s and 60.8 s of recovery, 4.1 s and 2.9
/// s of VACUUM. Here is only what happens to the pages, of a hundredth of the rows; `-p rows=…`
/// takes more. The figure of the round as a whole means nothing.
///
/// Run: `java -jar benchmarks/target/benchmarks.jar Replay`
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xbatch", "-XX:+UseSerialGC"})
@Warmup(iterations = 2)
@Measurement(iterations = 5)
public class ReplayBenchmark {
  private static final int UPDATES_PER_ROW = 12;
  private static final double NANOS = 1e6;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  @Param("100000")
  int rows;

  private UpdatedTable table;

  @Setup
  public void makeTable() {
    table = new UpdatedTable(rows, UPDATES_PER_ROW);
  }

  /// Milliseconds of the processor, for the whole table.
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Times {
    public double replaySorted;
    public double replaySortFree;
    public double replayOurs;
    public double vacuumSorted;
    public double vacuumSortFree;
    public double vacuumOurs;
  }

  @Benchmark
  public void round(Times times) {
    times.replaySorted = replay(CompactionMethod.SORTED);
    times.vacuumSorted = vacuum(CompactionMethod.SORTED);
    times.replaySortFree = replay(CompactionMethod.SORT_FREE);
    times.vacuumSortFree = vacuum(CompactionMethod.SORT_FREE);
    times.replayOurs = replay(CompactionMethod.STRIDE);
    times.vacuumOurs = vacuum(CompactionMethod.STRIDE);
  }

  private double replay(CompactionMethod method) {
    var repair = PageRepair.of(Release.newest(), method, UpdatedTable.PAGE);
    table.restore();
    long start = THREADS.getCurrentThreadCpuTime();
    table.replay(repair);
    return (THREADS.getCurrentThreadCpuTime() - start) / NANOS;
  }

  /// Of the table as the replay left it.
  private double vacuum(CompactionMethod method) {
    var repair = PageRepair.of(Release.newest(), method, UpdatedTable.PAGE);
    long start = THREADS.getCurrentThreadCpuTime();
    int live = table.vacuum(repair);
    double took = (THREADS.getCurrentThreadCpuTime() - start) / NANOS;
    if (live == 0) {
      throw new IllegalStateException("no row is left");
    }
    return took;
  }
}
