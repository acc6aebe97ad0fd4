package org.vacuumadvisor.model.history;

/// What a notice is about.
public enum NoticeKind {
  SKIPPED_LOCK_NOT_AVAILABLE,
  SKIPPED_RELATION_GONE,
  SKIPPED_PERMISSION,
  SKIPPED_NOT_A_TABLE,
  SKIPPED_NO_CHILDREN,
  /// Somebody asked for a conflicting lock, and autovacuum gave way.
  AUTOVACUUM_CANCELLED,
  /// An administrator, or the end of the server, ended the worker.
  AUTOVACUUM_TERMINATED,
  /// Any other error while autovacuum worked on a table.
  AUTOVACUUM_ERROR,
  /// Any other error while a VACUUM that somebody ran worked on a table.
  VACUUM_ERROR,
  /// A VACUUM or ANALYZE that somebody ran was cancelled.
  CANCELLED,
  FAILSAFE,
  TRUNCATE_STOPPED,
  TRUNCATE_SUSPENDED,
  PARALLEL_DISABLED,
  EAGER_SCAN_DISABLED,
  OLDEST_XMIN_FAR_IN_PAST,
  OLDEST_MULTIXACT_FAR_IN_PAST,
  WRAPAROUND_WARNING,
  WRAPAROUND_STOP,
  /// The same with a hint that is not PostgreSQL's: a product made from it has ways of its own.
  FORK_STOP,
  /// The server warns of a database that cannot exist, for no database has the OID 0.
  FORK_WARNING,
  UNINITIALIZED_PAGE,
  VACUUM_ONLY_PARTITIONED,
  /// A run of which only a part was read.
  INCOMPLETE_RECORD,
  UNSUPPORTED_LANGUAGE,
  EMPTY_INPUT,
  BINARY_INPUT,
  NO_VACUUM_OUTPUT,
  /// `database "d" must be vacuumed before N more MultiXactIds are used`.
  MULTIXACT_WARNING,
  /// New multixacts are refused.
  MULTIXACT_STOP,
  /// `database with OID n must be vacuumed before N more multixact members are used`, up to 18.
  MULTIXACT_MEMBERS_WARNING,
  /// `multixact "members" limit exceeded`, up to 18.
  MULTIXACT_MEMBERS_STOP,
  /// A table's page or row, or an index, does not hold what it must.
  CORRUPT_HEAP,
  CORRUPT_INDEX,
  /// The transaction log or another file of the server cannot be read.
  CORRUPT_FILE,
  /// Autovacuum found a temporary table whose session is gone.
  ORPHAN_TEMP_TABLE,
  /// `autovacuum worker took too long to start; canceled`.
  WORKER_NOT_STARTED,
  /// The statistics collector did not answer in time, up to 14.
  STATISTICS_STALE,
  /// `autovacuum not started because of misconfiguration`.
  AUTOVACUUM_MISCONFIGURED,
  /// More workers are configured than there are slots: since 18.
  WORKERS_ABOVE_SLOTS,
  /// `process N still waiting for … on relation …` and what became of it: `log_lock_waits`.
  LOCK_WAIT,
  /// The same of a VACUUM that somebody started.
  VACUUM_WAITED,
  /// A standby cancelled a query because of a lock that the primary took.
  CONFLICT_LOCK,
  /// A standby cancelled a query because of rows that vacuum removed on the primary.
  CONFLICT_SNAPSHOT,
  /// A standby cancelled a query, and no `DETAIL` tells why.
  CONFLICT_UNTOLD,
  /// The log prints no years: which it was is a guess.
  YEAR_ASSUMED,
  /// AlloyDB names what holds back cleanup: a session with its process; of anything else the text
  /// tells what it is.
  HORIZON_HOLDER,
  /// `VACUUM cannot run inside a transaction block`.
  VACUUM_IN_TRANSACTION,
  /// `cannot execute VACUUM during recovery`.
  VACUUM_ON_STANDBY,
  /// `could not resize shared memory segment`: /dev/shm is full.
  SHARED_MEMORY_FULL,
  /// A statement and autovacuum waited for each other, and the statement was ended.
  DEADLOCK,
  DISK_FULL,
  /// The catalogs do not know what a table's rows need.
  CORRUPT_CATALOG,
  /// A slot lost what it needs: WAL, or rows of catalogs.
  SLOT_INVALIDATED,
  /// The operating system ended the process that vacuumed or analyzed, and with it all sessions.
  PROCESS_KILLED,
  /// That process crashed, likewise.
  PROCESS_CRASHED,
  /// The server recovered from a crash, which empties the cumulative statistics.
  COUNTERS_DISCARDED,
  /// The input holds no message of PostgreSQL at all: it is no log.
  NOT_A_LOG,
  /// Reports were left out, as their lines are out of order and nothing tells to which report each
  /// belongs: the text is how many.
  LINES_OUT_OF_ORDER;

  /// Whether the canonical result of a log knows it; the others are ours.
  public boolean isCanonical() {
    return compareTo(NO_VACUUM_OUTPUT) <= 0;
  }
}
