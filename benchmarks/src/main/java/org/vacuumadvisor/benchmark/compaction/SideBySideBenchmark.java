package org.vacuumadvisor.benchmark.compaction;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.AuxCounters;
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

/// What repairing the fragmentation of one page takes, all ways by turns of some microseconds in
/// one process, so that whatever else the machine does is the same for all.
///
/// Questions: is the Java port as fast as C, how much did it help to do without the sort, and are
/// we faster still? The figures are nanoseconds for a page, without putting it back as it was,
/// which is `restore`. JMH's summary adds up those of all iterations; [Measure] takes the middle
/// one. The figure of the round as a whole means nothing.
///
/// Run: `java -jar benchmarks/target/benchmarks.jar SideBySide`
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"--enable-native-access=ALL-UNNAMED", "-Xbatch", "-XX:+UseSerialGC"})
@Warmup(iterations = 2, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 7, time = 100, timeUnit = TimeUnit.MILLISECONDS)
public class SideBySideBenchmark {
  private static final int PAGES = 64;

  private static final long SEED = 14;

  @Param({"226", "60", "4"})
  int tuples;

  @Param({"10", "50", "90"})
  int survivors;

  @Param Order order;

  /// A turn takes one of these groups of pages, so that what a processor has learned of them is
  /// forgotten until they come again. With 1 it is not.
  @Param("8")
  int groups;

  private Pages[] grouped;
  private Pages pages;
  private PageRepair sorted;
  private PageRepair sortFree;
  private PageRepair stride;
  private int turn;

  /// Nanoseconds for a page, of the turn in the middle of this iteration; 0 where there is no C.
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class PerPage {
    private final Turns[] turns =
        Stream.generate(Turns::new).limit(Way.ALL.length).toArray(Turns[]::new);

    @Setup(Level.Iteration)
    public void forget() {
      for (var each : turns) {
        each.forget();
      }
    }

    public double restore() {
      return of(Way.RESTORE);
    }

    public double sorted() {
      return of(Way.SORTED);
    }

    public double sortFree() {
      return of(Way.SORT_FREE);
    }

    public double stride() {
      return of(Way.STRIDE);
    }

    public double restoreInC() {
      return of(Way.RESTORE_IN_C);
    }

    public double sortedInC() {
      return of(Way.SORTED_IN_C);
    }

    public double sortFreeInC() {
      return of(Way.SORT_FREE_IN_C);
    }

    private double of(Way way) {
      return turns[way.ordinal()].median() / PAGES;
    }
  }

  private enum Way {
    RESTORE,
    SORTED,
    SORT_FREE,
    STRIDE,
    RESTORE_IN_C,
    SORTED_IN_C,
    SORT_FREE_IN_C;

    private static final Way[] ALL = values();
  }

  @Setup
  public void makePages() {
    var shape = new Shape(tuples, survivors, order);
    var random = new Random(SEED);
    grouped =
        Stream.generate(() -> Stream.generate(() -> shape.page(random)).limit(PAGES).toList())
            .limit(groups)
            .map(Pages::new)
            .toArray(Pages[]::new);
    pages = grouped[0];
    sorted = pages.repair(CompactionMethod.SORTED);
    sortFree = pages.repair(CompactionMethod.SORT_FREE);
    stride = pages.repair(CompactionMethod.STRIDE);
  }

  @Benchmark
  public void round(PerPage perPage) {
    turn++;
    pages = grouped[turn % groups];
    for (int each = 0; each < Way.ALL.length; each++) {
      var way = Way.ALL[(each + turn) % Way.ALL.length];
      perPage.turns[way.ordinal()].add(nanos(way));
    }
  }

  private long nanos(Way way) {
    switch (way) {
      case RESTORE, RESTORE_IN_C -> {}
      case SORTED, SORT_FREE, STRIDE -> pages.restore();
      case SORTED_IN_C, SORT_FREE_IN_C -> {
        if (!CTwin.isThere()) {
          return 0;
        }
        pages.restoreInC();
      }
    }
    long start = System.nanoTime();
    switch (way) {
      case RESTORE -> pages.restore();
      case RESTORE_IN_C -> pages.restoreInC();
      case SORTED -> pages.repair(sorted);
      case SORT_FREE -> pages.repair(sortFree);
      case STRIDE -> pages.repair(stride);
      case SORTED_IN_C -> pages.repairInC(CTwin.Method.SORT_BASED);
      case SORT_FREE_IN_C -> pages.repairInC(CTwin.Method.SORT_FREE);
    }
    return System.nanoTime() - start;
  }
}
