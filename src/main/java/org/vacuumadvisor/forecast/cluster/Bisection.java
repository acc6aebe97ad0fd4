package org.vacuumadvisor.forecast.cluster;

import java.util.function.DoublePredicate;

/// Finds where something that only grows reaches a value, by halving.
public final class Bisection {
  private static final int HALVINGS = 50;

  private Bisection() {}

  /// The least that is not below, to the last digits.
  ///
  /// @param low is below, or is where the search begins
  /// @param high is not below, or is where the search ends
  /// @param isBelow whether what is looked for lies higher
  public static double between(double low, double high, DoublePredicate isBelow) {
    double below = low;
    double above = high;
    for (int step = 0; step < HALVINGS; step++) {
      double middle = (below + above) / 2;
      if (isBelow.test(middle)) {
        below = middle;
      } else {
        above = middle;
      }
    }
    return above;
  }
}
