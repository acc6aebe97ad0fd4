package org.vacuumadvisor.benchmark.compaction;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.vacuumadvisor.page.CompactionMethod;
import org.vacuumadvisor.page.PageRepair;

/// What repairing the fragmentation of one page takes, each way alone. Every figure includes
/// putting the page back as it was, which `restore` and `restoreInC` show by itself.
///
/// Question: does any of them allocate (`-prof gc`), and how far apart are they? For ratios ask
/// [SideBySideBenchmark], which the noise of a machine disturbs less.
///
/// Run: `java -jar benchmarks/target/benchmarks.jar CompactionBenchmark -prof gc`
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(CompactionBenchmark.PAGES)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 4, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 100, timeUnit = TimeUnit.MILLISECONDS)
public class CompactionBenchmark {
  static final int PAGES = 32;

  @Param({"226", "60", "4"})
  int tuples;

  @Param("50")
  int survivors;

  @Param Order order;

  private Pages pages;
  private PageRepair sorted;
  private PageRepair sortFree;
  private PageRepair stride;

  @Setup
  public void makePages() {
    pages = new Shape(tuples, survivors, order).pages(PAGES);
    sorted = pages.repair(CompactionMethod.SORTED);
    sortFree = pages.repair(CompactionMethod.SORT_FREE);
    stride = pages.repair(CompactionMethod.STRIDE);
  }

  @Benchmark
  public void restore() {
    pages.restore();
  }

  @Benchmark
  public void sorted() {
    pages.restore();
    pages.repair(sorted);
  }

  @Benchmark
  public void sortFree() {
    pages.restore();
    pages.repair(sortFree);
  }

  @Benchmark
  public void stride() {
    pages.restore();
    pages.repair(stride);
  }

  @Benchmark
  public void restoreInC() {
    pages.restoreInC();
  }

  @Benchmark
  public void sortedInC() {
    pages.restoreInC();
    pages.repairInC(CTwin.Method.SORT_BASED);
  }

  @Benchmark
  public void sortFreeInC() {
    pages.restoreInC();
    pages.repairInC(CTwin.Method.SORT_FREE);
  }
}
