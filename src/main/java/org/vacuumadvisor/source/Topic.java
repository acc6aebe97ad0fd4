package org.vacuumadvisor.source;

/// What a set of rows is about. Whatever the source, rows of one topic have PostgreSQL's own column
/// names, and one mapping reads them.
public enum Topic {
  /// One row: the server, its version and who we are on it.
  SERVER(Scope.CLUSTER, "the server", "everything"),
  /// `pg_settings`, the part that concerns vacuum.
  SETTINGS(Scope.CLUSTER, "the settings", "everything"),
  /// `pg_database` with `pg_stat_database`.
  DATABASES(Scope.CLUSTER, "the databases", "transaction ID ages, when counters were reset"),
  /// `pg_stat_activity`: who holds a snapshot or a transaction ID, and autovacuum's workers.
  SESSIONS(Scope.CLUSTER, "the sessions", "who holds dead rows, what workers do"),
  /// `pg_prepared_xacts`.
  PREPARED_TRANSACTIONS(
      Scope.CLUSTER, "the prepared transactions", "whether one of them holds dead rows"),
  /// `pg_replication_slots`.
  REPLICATION_SLOTS(Scope.CLUSTER, "the replication slots", "whether one of them holds dead rows"),
  /// `pg_stat_replication`.
  STANDBYS(Scope.CLUSTER, "the standbys", "whether one of them holds dead rows"),
  /// `pg_locks`: what keeps a vacuum from a table, and who waits.
  LOCKS(Scope.CLUSTER, "the locks", "who keeps vacuum from a table, and who waits for it"),
  /// `pg_stat_progress_vacuum`.
  VACUUM_PROGRESS(Scope.CLUSTER, "the running vacuums", "how far they are"),
  /// `pg_stat_io`, since 16.
  IO(Scope.CLUSTER, "the I/O statistics", "what vacuum reads and writes"),
  /// `pg_stat_bgwriter`, or `pg_stat_checkpointer` since 17.
  CHECKPOINTS(Scope.CLUSTER, "the checkpoint statistics", "how often checkpoints come"),
  /// `pg_stat_wal`, since 14.
  WAL(Scope.CLUSTER, "the WAL statistics", "how much WAL is written"),
  /// `pg_get_multixact_stats()`, since 19.
  MULTIXACTS(Scope.CLUSTER, "the multixact statistics", "multixact members in use"),
  /// `pg_class` with `pg_stat_all_tables` and `pg_statio_all_tables`.
  TABLES(Scope.DATABASE, "the tables", "everything about them"),
  /// `pg_class` and `pg_index` with `pg_stat_all_indexes` and `pg_statio_all_indexes`.
  INDEXES(Scope.DATABASE, "the indexes", "their sizes and use"),
  /// Columns and their statistics, for the estimates of space.
  COLUMNS(Scope.DATABASE, "the column statistics", "estimates of bloat"),
  /// Which table refers to which.
  FOREIGN_KEYS(Scope.DATABASE, "the foreign keys", "which reads belong to writes"),
  /// Sizes on disk of tables that `pg_class` knows too little about, where no lock is in the way.
  SIZES(Scope.DATABASE, "sizes on disk", "the size of tables never vacuumed or analyzed"),
  /// `pg_stat_autovacuum_scores`, since 19.
  SCORES(Scope.DATABASE, "the autovacuum scores", "in which order tables will be vacuumed"),
  /// `pg_stat_statements`: which columns are updated.
  UPDATES(Scope.DATABASE, "the update statements", "which columns they set"),
  /// `pg_extension`.
  EXTENSIONS(Scope.DATABASE, "the extensions", "what could be measured instead of estimated"),
  /// `pgstattuple()` of tables, with their `oid`: whole files, read only on request.
  TUPLES(Scope.DATABASE, "whole tables", "their exact bloat"),
  /// `pgstatindex()` of B-trees, with their `oid`: whole files, read only on request.
  LEAVES(Scope.DATABASE, "whole indexes", "their exact bloat");

  /// Whether a topic is read once, or in each database.
  public enum Scope {
    CLUSTER,
    DATABASE
  }

  private final Scope scope;
  private final String what;
  private final String hides;

  Topic(Scope scope, String what, String hides) {
    this.scope = scope;
    this.what = what;
    this.hides = hides;
  }

  public Scope scope() {
    return scope;
  }

  /// What is read, in the user's words.
  public String what() {
    return what;
  }

  /// What cannot be told without it.
  public String hides() {
    return hides;
  }
}
