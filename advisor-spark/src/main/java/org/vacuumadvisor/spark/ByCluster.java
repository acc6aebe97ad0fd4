package org.vacuumadvisor.spark;

import java.util.Arrays;
import org.apache.spark.Partitioner;
import org.jspecify.annotations.Nullable;

/// Brings all that was found of a cluster to one task.
final class ByCluster extends Partitioner {
  private final int tasks;
  private final int[] shares;

  /// @param shares for each cluster the number of its task
  ByCluster(int tasks, int[] shares) {
    this.tasks = tasks;
    this.shares = shares;
  }

  @Override
  public int numPartitions() {
    return tasks;
  }

  @Override
  public int getPartition(Object key) {
    return shares[((FoundAt) key).cluster()];
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ByCluster it && it.tasks == tasks && Arrays.equals(it.shares, shares);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(shares);
  }
}
