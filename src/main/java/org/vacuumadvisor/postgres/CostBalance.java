package org.vacuumadvisor.postgres;

import java.util.Collections;
import java.util.List;

/// How autovacuum workers share the cost limit of the server. Workers at tables with cost
/// parameters of their own are not among them.
public final class CostBalance {
  private static final ByRelease<Way> WAY =
      ByRelease.of(Way.BY_RATIO).from(Release.V16, Way.EQUAL_PARTS);

  /// How the limit is divided.
  private enum Way {
    /// In proportion to each worker's limit per delay (`autovac_balance_cost()`).
    BY_RATIO,
    /// By the number of workers (`AutoVacuumUpdateCostLimit()`).
    EQUAL_PARTS
  }

  /// A balanced worker with the limit and delay it would have alone.
  public record Worker(long limit, double delayMillis) {}

  private CostBalance() {}

  /// The limit of each worker, in their order. Without a delay nothing is balanced.
  public static List<Long> limits(
      Release release, long serverLimit, double serverDelayMillis, List<Worker> workers) {
    if (serverLimit <= 0 || serverDelayMillis <= 0) {
      return workers.stream().map(Worker::limit).toList();
    }
    return switch (WAY.at(release)) {
      case BY_RATIO -> byRatio((double) serverLimit / serverDelayMillis, workers);
      case EQUAL_PARTS ->
          workers.stream().map(_ -> Math.max(1, serverLimit / workers.size())).toList();
    };
  }

  /// The limit of one of `workers` equal workers.
  public static long share(Release release, ServerSettings server, int workers) {
    long limit = server.autovacuumCostLimit().value();
    double delay = server.autovacuumCostDelay().value();
    var equal = Collections.nCopies(Math.max(1, workers), new Worker(limit, delay));
    return limits(release, limit, delay, equal).getFirst();
  }

  private static List<Long> byRatio(double available, List<Worker> workers) {
    double total =
        workers.stream()
            .filter(each -> each.delayMillis > 0)
            .mapToDouble(each -> (double) each.limit / each.delayMillis)
            .sum();
    return workers.stream()
        .map(
            each -> total > 0 ? clamped(available * (double) each.limit / total, each) : each.limit)
        .toList();
  }

  private static long clamped(double share, Worker worker) {
    return Math.max(Math.min((long) share, worker.limit), 1);
  }
}
