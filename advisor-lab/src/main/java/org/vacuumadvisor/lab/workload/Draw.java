package org.vacuumadvisor.lab.workload;

import java.util.random.RandomGenerator;

/// A value that a statement is given anew each time.
@FunctionalInterface
public interface Draw {
  /// The next value.
  ///
  /// @param turn how often its client has worked, from 1
  /// @param client its number, from 0
  long next(long turn, int client, RandomGenerator random);

  /// `:random(low, high)`, each value as likely as another; both ends are among them.
  static Draw uniform(long low, long high) {
    if (low > high) {
      throw new IllegalArgumentException(
          "random(%d, %d) has no values: the first has to be the lower one".formatted(low, high));
    }
    return (_, _, random) -> random.nextLong(low, high + 1);
  }

  /// `:skewed(count)`, 1 to `count`, some of them far more often than others.
  ///
  /// The popularity follows Zipf's law with exponent 1, drawn from the continuous distribution:
  /// rank r comes with probability ln((r + 1) / r) / ln(count + 1). The popular keys lie scattered
  /// over the range, not side by side on the same pages.
  static Draw skewed(int count) {
    long stride = 2_654_435_761L;
    return (_, _, random) -> {
      long rank = (long) Math.pow(count + 1.0, random.nextDouble());
      return 1 + Math.min(rank, count) * stride % count;
    };
  }
}
