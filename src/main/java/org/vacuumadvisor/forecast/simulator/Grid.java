package org.vacuumadvisor.forecast.simulator;

import java.util.Arrays;

/// The spans of time for which figures are kept.
record Grid(int spans, double step) {

  int span(double second) {
    return Math.min((int) (second / step + 1e-9), spans);
  }

  double end(int span) {
    return (span + 1) * step;
  }

  /// Spreads an amount evenly over the time it took, as so much a second.
  void spread(float[] values, double from, double to, double amount) {
    if (to - from < 1e-9 || amount == 0) {
      return;
    }
    double second = from;
    for (int span = span(from); span < spans && second < to; span++) {
      double until = Math.min(to, end(span));
      values[span] += (float) (amount * (until - second) / (to - from) / step);
      second = until;
    }
  }

  /// What was written until then.
  Series series(float[] values, double length) {
    int written = (int) Math.min(spans, Math.ceil(length / step - 1e-9));
    return new Series(step, written == values.length ? values : Arrays.copyOf(values, written));
  }
}
