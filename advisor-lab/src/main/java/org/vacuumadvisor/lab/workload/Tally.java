package org.vacuumadvisor.lab.workload;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/// What the clients have done so far. Clients add to it from their threads; one other thread reads.
final class Tally {
  /// Finer than the clock's calls cost.
  private static final long FINEST_NANOS = 100;

  private static final long LONGEST_NANOS = Duration.ofHours(1).toNanos();
  private static final int DIGITS = 3;
  private static final double NANOS_PER_MS = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  private final Recorder recorder = new Recorder(FINEST_NANOS, LONGEST_NANOS, DIGITS);
  private final Histogram total = new Histogram(FINEST_NANOS, LONGEST_NANOS, DIGITS);
  private final LongAdder failures = new LongAdder();
  private final Duration duration;
  private volatile long start;
  private long lastReport;

  /// @param duration how long the clients are to work
  Tally(Duration duration) {
    this.duration = duration;
  }

  /// To be called before any client starts.
  void start() {
    start = System.nanoTime();
    lastReport = start;
  }

  /// Whether it is time to stop.
  boolean isOver() {
    return System.nanoTime() - start >= duration.toNanos();
  }

  void finished(long nanos) {
    recorder.recordValue(Math.min(nanos, LONGEST_NANOS));
  }

  void failed() {
    failures.increment();
  }

  Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  /// The time since the last report.
  Progress report() {
    long now = System.nanoTime();
    var lately = recorder.getIntervalHistogram();
    total.add(lately);
    double tps = lately.getTotalCount() * NANOS_PER_SECOND / (now - lastReport);
    lastReport = now;
    return new Progress(
        Duration.ofNanos(now - start),
        duration,
        total.getTotalCount(),
        tps,
        lately.getMean() / NANOS_PER_MS,
        lately.getValueAtPercentile(99) / NANOS_PER_MS);
  }

  /// All of it, once no client adds any more.
  Outcome outcome(String workload) {
    var elapsed = elapsed();
    total.add(recorder.getIntervalHistogram());
    return new Outcome(workload, failures.sum(), elapsed, total);
  }
}
