package org.vacuumadvisor.benchmark;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.RunSink;
import org.vacuumadvisor.source.log.Column;
import org.vacuumadvisor.source.log.Entry;
import org.vacuumadvisor.source.log.Level;
import org.vacuumadvisor.source.log.Section;
import org.vacuumadvisor.source.log.message.Assembler;

/// How many bytes of autovacuum's reports the grammar reads in a second, without the container.
///
/// Question: does a log that is nothing but reports keep the bar of 250 MB a second and core? That
/// is 4.2 µs for the 1 040 bytes of this report.
///
/// Run: `java -jar benchmarks/target/benchmarks.jar MessageGrammar`
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class MessageGrammarBenchmark {
  private static final int REPORTS = 1_000;
  private static final String STAMP = "2026-11-21 10:52:05.123";

  /// As 18 writes it, with one index and timings.
  private static final String REPORT =
      """
      automatic vacuum of table "shop.public.orders": index scans: 1
      \tpages: 0 removed, 121212 remain, 121212 scanned (100.00% of total), 0 eagerly scanned
      \ttuples: 1000000 removed, 1000000 remain, 0 are dead but not yet removable
      \tremovable cutoff: 84125, which was 12 XIDs old when operation ended
      \tnew relfrozenxid: 84100, which is 900 XIDs ahead of previous value
      \tfrozen: 1200 pages from table (0.99% of total) had 24000 tuples frozen
      \tvisibility map: 120000 pages set all-visible, 1200 pages set all-frozen (3 were all-visible)
      \tindex scan needed: 121212 pages from table (100.00% of total) had 1000000 dead item identifiers removed
      \tindex "orders_pkey": pages: 5486 in total, 12 newly deleted, 12 currently deleted, 3 reusable
      \tI/O timings: read: 812.331 ms, write: 41.907 ms
      \tavg read rate: 95.840 MB/s, avg write rate: 96.852 MB/s
      \tbuffer usage: 268318 hits, 35133 reads, 35504 dirtied
      \tWAL usage: 218320 records, 98672 full page images, 71314906 bytes, 0 buffers full
      \tsystem usage: CPU: user: 1.20 s, system: 0.41 s, elapsed: 12.86 s
      """;

  private final Entry entry = new Entry();

  @Setup
  public void cutIntoLines() {
    var bytes = (REPORT + STAMP).getBytes(StandardCharsets.UTF_8);
    int text = bytes.length - STAMP.length();
    entry.begin(bytes, Level.LOG);
    entry.session(4711, 4711);
    entry.column(Column.TIMESTAMP, text, bytes.length);
    int from = 0;
    for (int at = 0; at < text; at++) {
      if (bytes[at] == '\n') {
        entry.line(Section.MESSAGE, from, at, 1);
        from = at + 1;
      }
    }
  }

  /// Divide 1 040 bytes by the time of one report.
  @Benchmark
  @OperationsPerInvocation(REPORTS)
  public void read(Blackhole hole) {
    var assembler = new Assembler(new Consumed(hole));
    assembler.input(new Input(0, "benchmark"));
    for (int each = 0; each < REPORTS; each++) {
      assembler.entry(entry);
    }
    assembler.end();
  }

  private record Consumed(Blackhole hole) implements RunSink {
    @Override
    public void run(Run run) {
      hole.consume(run);
    }

    @Override
    public void notice(Notice notice) {
      hole.consume(notice);
    }
  }
}
