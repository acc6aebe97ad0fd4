package org.vacuumadvisor.benchmark.compaction;

import java.util.Arrays;

/// How long the turns of one way took. What counts is the turn in the middle: others were
/// interrupted by whatever else the machine does.
final class Turns {
  private static final int MOST = 1 << 14;

  private final double[] nanos = new double[MOST];
  private final double[] sorted = new double[MOST];
  private int count;

  void add(double took) {
    nanos[count++ & MOST - 1] = took;
  }

  void forget() {
    count = 0;
  }

  /// In nanoseconds; 0 if there was no turn.
  double median() {
    int kept = Math.min(count, MOST);
    System.arraycopy(nanos, 0, sorted, 0, kept);
    Arrays.sort(sorted, 0, kept);
    return sorted[kept / 2];
  }
}
