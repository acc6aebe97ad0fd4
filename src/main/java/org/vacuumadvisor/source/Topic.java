package org.vacuumadvisor.source;

/// What a set of rows is about. Whatever the source, rows of one topic have PostgreSQL's own column
/// names, and one mapping reads them.
public enum Topic {
  /// One row: the server, its version and who we are on it.
  SERVER(Scope.CLUSTER),
  /// `pg_settings`, the part that concerns vacuum.
  SETTINGS(Scope.CLUSTER),
  /// `pg_database` with `pg_stat_database`.
  DATABASES(Scope.CLUSTER),
  /// `pg_stat_activity`: who holds a snapshot or a transaction ID, and autovacuum's workers.
  SESSIONS(Scope.CLUSTER),
  /// `pg_prepared_xacts`.
  PREPARED_TRANSACTIONS(Scope.CLUSTER),
  /// `pg_replication_slots`.
  REPLICATION_SLOTS(Scope.CLUSTER),
  /// `pg_stat_replication`.
  STANDBYS(Scope.CLUSTER),
  /// `pg_locks`: what keeps a vacuum from a table, and who waits.
  LOCKS(Scope.CLUSTER),
  /// `pg_stat_progress_vacuum`.
  VACUUM_PROGRESS(Scope.CLUSTER),
  /// `pg_stat_io`, since 16.
  IO(Scope.CLUSTER),
  /// `pg_stat_bgwriter`, or `pg_stat_checkpointer` since 17.
  CHECKPOINTS(Scope.CLUSTER),
  /// `pg_stat_wal`, since 14.
  WAL(Scope.CLUSTER),
  /// `pg_get_multixact_stats()`, since 19.
  MULTIXACTS(Scope.CLUSTER),
  /// `pg_class` with `pg_stat_all_tables` and `pg_statio_all_tables`.
  TABLES(Scope.DATABASE),
  /// `pg_class` and `pg_index` with `pg_stat_all_indexes` and `pg_statio_all_indexes`.
  INDEXES(Scope.DATABASE),
  /// Columns and their statistics, for the estimates of space.
  COLUMNS(Scope.DATABASE),
  /// Which table refers to which.
  FOREIGN_KEYS(Scope.DATABASE),
  /// Sizes on disk of tables that `pg_class` knows too little about, where no lock is in the way.
  SIZES(Scope.DATABASE),
  /// `pg_stat_autovacuum_scores`, since 19.
  SCORES(Scope.DATABASE),
  /// `pg_stat_statements`: which columns are updated.
  UPDATES(Scope.DATABASE),
  /// `pg_extension`.
  EXTENSIONS(Scope.DATABASE),
  /// `pgstattuple()` of tables, with their `oid`: whole files, read only on request.
  TUPLES(Scope.DATABASE),
  /// `pgstatindex()` of B-trees, with their `oid`: whole files, read only on request.
  LEAVES(Scope.DATABASE);

  /// Whether a topic is read once, or in each database.
  public enum Scope {
    CLUSTER,
    DATABASE
  }

  private final Scope scope;

  Topic(Scope scope) {
    this.scope = scope;
  }

  public Scope scope() {
    return scope;
  }
}
