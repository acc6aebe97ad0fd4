package org.vacuumadvisor.lab.workload;

import org.HdrHistogram.Recorder;

/// What a flow has done since its figures were last taken.
final class FlowTally {
  private static final int DIGITS = 2;
  private static final double NANOS_A_MILLI = 1e6;

  private final Recorder latencies = new Recorder(DIGITS);
  private volatile boolean over;

  void finished(long nanos) {
    latencies.recordValue(nanos);
  }

  boolean isOver() {
    return over;
  }

  void end() {
    over = true;
  }

  /// Figures since they were last taken.
  FlowFigures take(String flow) {
    var told = latencies.getIntervalHistogram();
    return new FlowFigures(
        flow,
        told.getTotalCount(),
        told.getValueAtPercentile(50) / NANOS_A_MILLI,
        told.getValueAtPercentile(95) / NANOS_A_MILLI);
  }
}
