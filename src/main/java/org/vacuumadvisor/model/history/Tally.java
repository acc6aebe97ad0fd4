package org.vacuumadvisor.model.history;

import java.util.Arrays;

/// Collects the values of one figure, none of them negative: exactly while they are few, then in
/// classes two percent wide, so that millions take no more room than thousands.
final class Tally {
  private static final int EXACT = 64;
  private static final double WIDTH = Math.log(1.02);
  private static final double SMALLEST = 1e-6;
  private static final double HIGH = 0.95;
  private static final int SPARE = 32;

  private double[] exact = new double[4];

  /// How many values are in each class, from the lowest one that has any.
  private long[] classes = new long[0];

  private int lowest;
  private long count;
  private double sum;
  private double least = Double.POSITIVE_INFINITY;
  private double most;

  void add(double value) {
    if (count < EXACT) {
      if (count == exact.length) {
        exact = Arrays.copyOf(exact, exact.length * 2);
      }
      exact[(int) count] = value;
    } else {
      if (count == EXACT) {
        for (double each : exact) {
          classify(each);
        }
        exact = new double[0];
      }
      classify(value);
    }
    count++;
    sum += value;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }

  Spread spread() {
    return count == 0
        ? Spread.NONE
        : new Spread(count, sum, least, quantile(0.5), quantile(HIGH), most);
  }

  private void classify(double value) {
    int found = (int) Math.round(Math.log(Math.max(value, SMALLEST)) / WIDTH);
    if (classes.length == 0) {
      classes = new long[SPARE];
      lowest = found;
    } else if (found < lowest) {
      var wider = new long[classes.length + lowest - found];
      System.arraycopy(classes, 0, wider, lowest - found, classes.length);
      classes = wider;
      lowest = found;
    } else if (found - lowest >= classes.length) {
      classes = Arrays.copyOf(classes, found - lowest + SPARE);
    }
    classes[found - lowest]++;
  }

  /// The value at that rank; between two values, the lower one, but the mean for a median.
  private double quantile(double part) {
    if (count <= EXACT) {
      var sorted = Arrays.copyOf(exact, (int) count);
      Arrays.sort(sorted);
      int at = (int) Math.ceil(part * sorted.length) - 1;
      boolean isBetween = part == 0.5 && sorted.length % 2 == 0;
      return isBetween ? (sorted[at] + sorted[at + 1]) / 2 : sorted[Math.max(0, at)];
    }
    long wanted = (long) Math.ceil(part * (double) count);
    long seen = 0;
    for (int at = 0; at < classes.length; at++) {
      seen += classes[at];
      if (seen >= wanted) {
        return Math.clamp(Math.exp((lowest + at) * WIDTH), least, most);
      }
    }
    return most;
  }
}
