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
import org.vacuumadvisor.benchmark.compaction.Rounds.Way;

/// What repairing the fragmentation of one page takes, all ways by turns of some microseconds in
/// one process, so that whatever else the machine does is the same for all.
///
/// Questions: is the Java port as fast as C, how much did it help to do without the sort, and are
/// we faster still? The figures are nanoseconds for a page, without putting it back as it was,
/// which is `restore`. JMH's summary adds up those of all iterations; [Measure] takes the middle
/// one. The figure of the round as a whole means nothing. Rounds are counted and not timed, so that
/// on a busy machine as much is compiled as on an idle one.
///
/// Run: `java -jar benchmarks/target/benchmarks.jar SideBySide`
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"--enable-native-access=ALL-UNNAMED", "-Xbatch", "-XX:+UseSerialGC"})
@Warmup(iterations = 3, batchSize = 200)
@Measurement(iterations = 7, batchSize = 80)
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

  private Rounds rounds;

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

    void add(Way way, double nanos) {
      turns[way.ordinal()].add(nanos);
    }

    private double of(Way way) {
      return turns[way.ordinal()].median();
    }
  }

  @Setup
  public void makePages() {
    var shape = new Shape(tuples, survivors, order);
    var random = new Random(SEED);
    rounds =
        new Rounds(
            Stream.generate(() -> Stream.generate(() -> shape.page(random)).limit(PAGES).toList())
                .limit(groups)
                .map(Pages::new)
                .toList());
  }

  @Benchmark
  public void round(PerPage perPage) {
    rounds.round(perPage);
  }
}
