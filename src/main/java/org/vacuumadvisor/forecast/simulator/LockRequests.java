package org.vacuumadvisor.forecast.simulator;

import org.vacuumadvisor.forecast.cluster.LockConflicts;

/// The lock requests that cancel automatic vacuums of one table (`DeadLockCheck()`,
/// `DS_BLOCKED_BY_AUTOVACUUM`). They come independently of each other; the distances between them
/// are those of an exponential distribution, in an order that is the same every time.
final class LockRequests {
  /// Multiples of the golden ratio fill the range from 0 to 1 evenly, however many there are.
  private static final double GOLDEN_RATIO = 0.6180339887498949;

  private final double aSecond;
  private double drawn = 0.5;

  /// Seconds at work until the next one.
  private double left;

  LockRequests(LockConflicts conflicts) {
    aSecond = conflicts.cancelsPerSecond();
    left = next();
  }

  /// When a run that starts now would be cancelled: `deadlock_timeout` after the next request.
  double cancelAfter() {
    return left + LockConflicts.DEADLOCK_SECONDS;
  }

  /// A run was at work for so long.
  ///
  /// @param wasCancelled by the request that was due
  void passed(double seconds, boolean wasCancelled) {
    left = wasCancelled || seconds >= left ? next() : left - seconds;
  }

  private double next() {
    if (aSecond <= 0) {
      return Double.POSITIVE_INFINITY;
    }
    drawn = (drawn + GOLDEN_RATIO) % 1;
    return -Math.log1p(-drawn) / aSecond;
  }
}
