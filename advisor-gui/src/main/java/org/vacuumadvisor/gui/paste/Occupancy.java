package org.vacuumadvisor.gui.paste;

/// How many runs were at work at a time, in equal steps of a stretch of time: the mean of each
/// step, as the end of a run is the only moment most logs tell.
final class Occupancy {
  private final double[] means;

  private Occupancy(double[] means) {
    this.means = means;
  }

  /// In so many steps.
  static Occupancy of(RunStore store, TimeSpan span, int steps) {
    var means = new double[steps];
    double step = (double) span.length() / steps;
    for (int run = 0; run < store.size(); run++) {
      if (store.isTimed(run) && span.overlaps(store.begin(run), store.end(run))) {
        add(means, (store.begin(run) - span.from()) / step, (store.end(run) - span.from()) / step);
      }
    }
    return new Occupancy(means);
  }

  private static void add(double[] means, double from, double to) {
    double begin = Math.max(0, from);
    double end = Math.min(means.length, to);
    for (int at = (int) begin; at < end; at++) {
      means[at] += Math.min(end, at + 1) - Math.max(begin, at);
    }
  }

  /// How many were at work in a step, on average.
  double mean(int step) {
    return means[step];
  }

  /// The most of all steps.
  double most() {
    double most = 0;
    for (double each : means) {
      most = Math.max(most, each);
    }
    return most;
  }

  /// Of all steps.
  double mean() {
    double sum = 0;
    for (double each : means) {
      sum += each;
    }
    return means.length == 0 ? 0 : sum / means.length;
  }
}
