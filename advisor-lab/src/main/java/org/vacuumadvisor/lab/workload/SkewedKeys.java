package org.vacuumadvisor.lab.workload;

import java.util.random.RandomGenerator;

/// Keys 1 to `count`, some of them far more popular than others.
///
/// The popularity follows Zipf's law with exponent 1, drawn from the continuous distribution: rank
/// r comes with probability ln((r + 1) / r) / ln(count + 1). The popular keys lie scattered over
/// the range, not side by side on the same pages.
public record SkewedKeys(int count) {
  private static final long STRIDE = 2_654_435_761L;

  public long draw(RandomGenerator random) {
    long rank = (long) Math.pow(count + 1.0, random.nextDouble());
    return 1 + Math.min(rank, count) * STRIDE % count;
  }
}
