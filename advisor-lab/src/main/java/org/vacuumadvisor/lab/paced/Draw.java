package org.vacuumadvisor.lab.paced;

import java.util.random.RandomGenerator;
import org.vacuumadvisor.lab.workload.SkewedKeys;

/// A value that a statement is given anew each time.
public sealed interface Draw {
  /// The next value.
  ///
  /// @param turn how often its flow has run, from 1
  long next(long turn, RandomGenerator random);

  /// `:n`, the turn itself.
  record Turn() implements Draw {
    @Override
    public long next(long turn, RandomGenerator random) {
      return turn;
    }
  }

  /// `:random(low, high)`, each value as likely as another; both ends are among them.
  record Uniform(long low, long high) implements Draw {
    public Uniform {
      if (low > high) {
        throw new IllegalArgumentException(
            "random(%d, %d) has no values: the first has to be the lower one".formatted(low, high));
      }
    }

    @Override
    public long next(long turn, RandomGenerator random) {
      return random.nextLong(low, high + 1);
    }
  }

  /// `:skewed(count)`, 1 to `count`, a few of them far more often than the others.
  record Skewed(SkewedKeys keys) implements Draw {
    @Override
    public long next(long turn, RandomGenerator random) {
      return keys.draw(random);
    }
  }
}
