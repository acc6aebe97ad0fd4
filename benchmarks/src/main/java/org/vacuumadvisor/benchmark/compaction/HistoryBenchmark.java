package org.vacuumadvisor.benchmark.compaction;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.vacuumadvisor.benchmark.compaction.SideBySideBenchmark.PerPage;

/// The same as [SideBySideBenchmark], on pages that a real server wrote: see [RecordedPages].
///
/// Question: does what holds for pages made up hold for pages as updates leave them?
///
/// Run: `java -jar benchmarks/target/benchmarks.jar History`
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"--enable-native-access=ALL-UNNAMED", "-Xbatch", "-XX:+UseSerialGC"})
@Warmup(iterations = 3, batchSize = 200)
@Measurement(iterations = 7, batchSize = 80)
public class HistoryBenchmark {
  private static final int PAGES = 64;

  private Rounds rounds;

  @Setup
  public void readPages() throws IOException {
    rounds = new Rounds(RecordedPages.inGroupsOf(PAGES));
  }

  @Benchmark
  public void round(PerPage perPage) {
    rounds.round(perPage);
  }
}
