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

/// A pass as VACUUM makes it, over a table after twelve updates a row: every tuple is looked at,
/// and every page pruned.
///
/// Question: what does doing without the sort give vacuum? The published figures are 4.1 s and 2.9
/// s.
///
/// Run: `java -jar benchmarks/target/benchmarks.jar VacuumPass`
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xbatch", "-XX:+UseSerialGC"})
@Warmup(iterations = 3)
@Measurement(iterations = 7)
public class VacuumPassBenchmark {
  @Param({"SORTED", "SORT_FREE", "STRIDE"})
  CompactionMethod method;

  @Param("100000")
  int rows;

  private UpdatedTable table;
  private PageRepair repair;

  @Setup
  public void makeTable() {
    table = new UpdatedTable(rows, ReplayBenchmark.UPDATES_PER_ROW);
    repair = PageRepair.of(Release.newest(), method, UpdatedTable.PAGE);
  }

  @Setup(Level.Invocation)
  public void updateTable() {
    table.restore();
    table.replay(repair);
  }

  @Benchmark
  public int vacuum() {
    return table.vacuum(repair);
  }
}
