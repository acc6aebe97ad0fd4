package org.vacuumadvisor.postgres;

import org.vacuumadvisor.unit.Bytes;

/// Cost-based vacuum delay: the work a vacuum may do before it has to sleep. The rates are
/// ceilings, since the work itself takes time, too.
///
/// @param delayMillis 0: no throttling
public record CostModel(
    long pageHit, long pageMiss, long pageDirty, long limit, double delayMillis) {

  /// What autovacuum sleeps by default since 12, in milliseconds; it was 20 before.
  public static final double DEFAULT_DELAY = 2;

  /// Of a worker that has the whole limit of these options for itself.
  public static CostModel of(ServerSettings server, AutovacuumOptions options) {
    return of(server, options.costLimit().value(), options.costDelay().value());
  }

  /// Of all autovacuum workers together that share the server's limit.
  public static CostModel ofAutovacuum(ServerSettings server) {
    return of(server, server.autovacuumCostLimit().value(), server.autovacuumCostDelay().value());
  }

  /// The limit of one of so many workers that share the server's, as those do whose tables have no
  /// cost parameters of their own: equal parts, by ratio up to 15 (`autovac_balance_cost()`), by
  /// number since (`AutoVacuumUpdateCostLimit()`). Without a delay nothing is balanced.
  public static long share(ServerSettings server, int workers) {
    long limit = server.autovacuumCostLimit().value();
    return limit <= 0 || server.autovacuumCostDelay().value() <= 0
        ? limit
        : Math.max(1, limit / Math.max(1, workers));
  }

  /// Of a VACUUM command.
  public static CostModel ofManualVacuum(ServerSettings server) {
    return of(
        server,
        server.integerOrDefault(Setting.VACUUM_COST_LIMIT),
        server.realOrDefault(Setting.VACUUM_COST_DELAY));
  }

  private static CostModel of(ServerSettings server, long limit, double delayMillis) {
    return new CostModel(
        server.integerOrDefault(Setting.VACUUM_COST_PAGE_HIT),
        server.integerOrDefault(Setting.VACUUM_COST_PAGE_MISS),
        server.integerOrDefault(Setting.VACUUM_COST_PAGE_DIRTY),
        limit,
        delayMillis);
  }

  public boolean throttles() {
    return delayMillis > 0;
  }

  /// Cost units a second; infinite without throttling.
  public double unitsPerSecond() {
    return throttles() ? (double) limit * 1000 / delayMillis : Double.POSITIVE_INFINITY;
  }

  /// What one page costs.
  public long cost(PageWork work) {
    return switch (work) {
      case HIT -> pageHit;
      case MISS -> pageMiss;
      case DIRTY -> pageDirty;
      case MISS_AND_DIRTY -> pageMiss + pageDirty;
    };
  }

  /// Pages a second if it does nothing else; infinite without throttling or charge.
  public double pagesPerSecond(PageWork work) {
    return unitsPerSecond() / (double) cost(work);
  }

  /// 1024-based megabytes a second if it does nothing else; infinite without throttling or charge.
  public double megabytesPerSecond(PageWork work, int blockSize) {
    return pagesPerSecond(work) * new Bytes(blockSize).megabytes();
  }

  /// The time it must sleep for this many pages, in seconds.
  public double secondsAsleep(long hits, long misses, long dirtied) {
    double units = (double) (hits * pageHit + misses * pageMiss + dirtied * pageDirty);
    return throttles() ? units / unitsPerSecond() : 0;
  }
}
