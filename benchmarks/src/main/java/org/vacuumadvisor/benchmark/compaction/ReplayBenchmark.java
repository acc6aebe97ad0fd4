package org.vacuumadvisor.benchmark.compaction;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
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
/// replay does.
///
/// Question: what does doing without the sort give recovery? The published figures, for 10 million
/// rows with all of a server around it, are 148 s and 60.8 s. Here is only what happens to the
/// pages, of a hundredth of the rows; `-p rows=…` takes more.
///
/// Run: `java -jar benchmarks/target/benchmarks.jar Replay`
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xbatch", "-XX:+UseSerialGC"})
@Warmup(iterations = 3)
@Measurement(iterations = 7)
public class ReplayBenchmark {
  static final int UPDATES_PER_ROW = 12;

  @Param({"SORTED", "SORT_FREE", "STRIDE"})
  CompactionMethod method;

  @Param("100000")
  int rows;

  private UpdatedTable table;
  private PageRepair repair;

  @Setup
  public void makeTable() {
    table = new UpdatedTable(rows, UPDATES_PER_ROW);
    repair = PageRepair.of(Release.newest(), method, UpdatedTable.PAGE);
  }

  @Setup(Level.Invocation)
  public void restoreTable() {
    table.restore();
  }

  @Benchmark
  public void replay() {
    table.replay(repair);
  }
}
