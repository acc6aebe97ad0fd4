package org.vacuumadvisor.benchmark;

import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.RunSink;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.Progress;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.reading.RunReader;

/// How fast a log is read to runs, on one core. One operation reads 64 MB, so operations per second
/// times 67 are MB/s.
///
/// Question: is a log on which autovacuum writes 5 % of the bytes read at 1 GB/s, and one of
/// nothing but its reports at 250 MB/s?
///
/// Run: `java -jar benchmarks/target/benchmarks.jar LogReader`
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(2)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
public class LogReaderBenchmark {
  private static final int SIZE = 64 << 20;

  @Param({"0", "5", "100"})
  int vacuumPercent;

  private byte[] log;

  /// Counts.
  private static final class Count implements RunSink {
    private long runs;

    @Override
    public void run(Run run) {
      runs++;
    }

    @Override
    public void notice(Notice notice) {}
  }

  @Setup
  public void write() {
    log = LogText.of(SIZE, vacuumPercent);
  }

  @Benchmark
  public long read() throws SourceException {
    var count = new Count();
    var source = LogSource.stream(new Input(0, "log"), new ByteArrayInputStream(log));
    var result = new RunReader(ReadOptions.AUTO).read(List.of(source), count, Progress.NONE);
    return count.runs + result.understanding().entries();
  }
}
