package org.vacuumadvisor.diagnosis;

/// Ids of findings that `advice` tells apart: as they stand in reports and JSON, and as their rules
/// give them.
public final class FindingId {
  public static final String ANTIWRAPAROUND_BLOCKS_DDL = "antiwraparound-blocks-ddl";
  public static final String ANTIWRAPAROUND_NORMAL = "antiwraparound-normal";
  public static final String AUTOVACUUM_CANCELLED = "autovacuum-cancelled";
  public static final String AUTOVACUUM_DISABLED = "autovacuum-disabled";
  public static final String CATALOG_BLOAT = "catalog-bloat";
  public static final String COST_THROTTLED = "cost-throttled";
  public static final String FAILSAFE_ACTIVE = "failsafe-active";
  public static final String FREEZE_COLLISION = "freeze-collision";
  public static final String HEAP_BLOAT = "heap-bloat";
  public static final String INDEX_BLOAT = "index-bloat";
  public static final String INERT_SETTING = "inert-setting";
  public static final String INSERT_ONLY_FREEZE = "insert-only-freeze";
  public static final String INSERT_THRESHOLD_TOO_HIGH = "insert-threshold-too-high";
  public static final String KNOWN_BUG = "known-bug";
  public static final String LOCK_BLOCKED = "lock-blocked";
  public static final String LOCK_QUEUE = "lock-queue";
  public static final String LOW_HOT_RATIO = "low-hot-ratio";
  public static final String MULTIXACT_NEAR = "multixact-near";
  public static final String NAPTIME_TOO_LONG = "naptime-too-long";
  public static final String RISKY_SETTING = "risky-setting";
  public static final String SERVER_MESSAGE = "server-message";
  public static final String STATISTICS_STALE = "statistics-stale";
  public static final String STATS_LOST = "stats-lost";
  public static final String THRESHOLD_TOO_HIGH = "threshold-too-high";
  public static final String TOAST_BLOAT = "toast-bloat";
  public static final String TRUNCATION_LOCK = "truncation-lock";
  public static final String VISIBILITY_MAP_STALE = "visibility-map-stale";
  public static final String WORKER_STARVATION = "worker-starvation";
  public static final String WORKERS_WITHOUT_COST_LIMIT = "workers-without-cost-limit";
  public static final String WRAPAROUND_NEAR = "wraparound-near";
  public static final String WRAPAROUND_SHUTDOWN = "wraparound-shutdown";
  public static final String WRAPAROUND_TABLE_CANNOT_ADVANCE = "wraparound-table-cannot-advance";
  public static final String XMIN_HELD = "xmin-held";

  private FindingId() {}
}
