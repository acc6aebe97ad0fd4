package org.vacuumadvisor.workload;

/// What an application does to a table, as far as vacuum is concerned.
public enum WorkloadClass {
  /// Mostly reads: three quarters and more.
  READ_HEAVY,
  /// Rows are inserted and deleted again; the table turns over many times its live size.
  QUEUE_CHURN,
  /// Writes dominate, updates among them, and rows stay: update-heavy transaction processing.
  TPC_C,
  /// Rows are inserted and stay as they are.
  INSERT_ONLY,
  /// Nothing happens that vacuum would care about.
  IDLE,
  /// Too little is known to say.
  UNDETERMINED
}
