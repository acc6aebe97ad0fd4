package org.vacuumadvisor.diagnosis;

/// Ids of findings that `advice` tells apart: as they stand in reports and JSON, and as their rules
/// give them.
public final class FindingId {
  public static final String AUTOVACUUM_CANCELLED = "autovacuum-cancelled";
  public static final String AUTOVACUUM_DISABLED = "autovacuum-disabled";
  public static final String INERT_SETTING = "inert-setting";
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
  public static final String TRUNCATION_LOCK = "truncation-lock";
  public static final String WRAPAROUND_NEAR = "wraparound-near";
  public static final String WRAPAROUND_SHUTDOWN = "wraparound-shutdown";
  public static final String WRAPAROUND_TABLE_CANNOT_ADVANCE = "wraparound-table-cannot-advance";
  public static final String XMIN_HELD = "xmin-held";

  private FindingId() {}
}
