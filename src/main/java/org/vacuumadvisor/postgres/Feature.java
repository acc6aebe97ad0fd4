package org.vacuumadvisor.postgres;

import org.jspecify.annotations.Nullable;

/// What differs between releases. The only place that compares them.
public enum Feature {
  /// Offsets of multixact members have 32 bits: there can be 2^32 of them; until 18.
  BOUNDED_MULTIXACT_MEMBERS(Release.V9_6, Release.V19),
  /// `pg_monitor`, `pg_read_all_stats`; `pg_stat_activity.backend_type`.
  MONITORING_ROLES(Release.V10),
  /// Just-in-time compilation of expressions.
  JIT(Release.V11),
  /// `vacuumdb --min-xid-age`, `VACUUM (SKIP_LOCKED, INDEX_CLEANUP, TRUNCATE)`.
  SELECTIVE_VACUUM(Release.V12),
  /// `REINDEX CONCURRENTLY`.
  REINDEX_CONCURRENTLY(Release.V12),
  /// `standby.signal`, and `primary_conninfo` and its like as settings; before, `recovery.conf`.
  RECOVERY_SETTINGS(Release.V12),
  /// `autovacuum_vacuum_insert_threshold` and `n_ins_since_vacuum`.
  INSERT_TRIGGERED_VACUUM(Release.V13),
  /// Keys that repeat are stored once in a B-tree.
  BTREE_DEDUPLICATION(Release.V13),
  /// The role `pg_read_all_data`.
  READ_ALL_DATA_ROLE(Release.V14),
  /// `vacuumdb --no-truncate`.
  VACUUMDB_NO_TRUNCATE(Release.V14),
  /// A B-tree page that would split is first rid of entries of row versions that are dead
  /// (`_bt_bottomupdel_pass()`).
  BOTTOM_UP_INDEX_DELETION(Release.V14),
  /// Where few pages have dead rows, the indexes are passed by.
  INDEX_SCAN_BYPASS(Release.V14),
  /// Compaction leaves the tuples of a page in the order of their line pointers, without a sort.
  SORT_FREE_COMPACTION(Release.V14),
  /// The second pass of VACUUM cuts unused line pointers off at the end of a page.
  VACUUM_TRUNCATES_LINE_POINTERS(Release.V14),
  /// `pg_stat_all_tables` knows partitioned tables, and ANALYZE sets their `reltuples`.
  PARTITIONED_TABLE_STATISTICS(Release.V14),
  /// A table is taken out of the cost balance by `autovacuum_vacuum_cost_delay` of 0, too.
  ZERO_DELAY_BYPASSES_BALANCE(Release.V14),
  /// Cumulative statistics live in shared memory; before, a collector wrote them to files.
  SHARED_MEMORY_STATISTICS(Release.V15),
  /// `relfrozenxid` advances with ordinary vacuums, to the oldest XID really left.
  EARLY_FREEZE_ADVANCE(Release.V15),
  /// Every repair of a page cuts unused line pointers off at its end.
  REPAIR_TRUNCATES_LINE_POINTERS(Release.V15),
  /// `pg_stat_io`, `vacuum_buffer_usage_limit`, `last_seq_scan`.
  IO_STATISTICS(Release.V16),
  /// A page that becomes all-visible is frozen if it goes to the WAL as a whole anyway.
  OPPORTUNISTIC_FREEZING(Release.V16),
  /// An update of a column that only a BRIN index holds may be HOT.
  SUMMARIZING_INDEXES(Release.V16),
  /// Dead row IDs in a radix tree: no 1 GB cap, progress counted in bytes.
  TID_STORE(Release.V17),
  /// Pruning looks at all HOT chains first, and without indexes leaves no dead line pointers.
  PRUNING_BY_CHAINS(Release.V17),
  /// The privilege MAINTAIN and the role `pg_maintain`.
  MAINTAIN_PRIVILEGE(Release.V17),
  /// `pg_class.relallfrozen`, and the insert trigger on the unfrozen part of a table.
  UNFROZEN_INSERT_TRIGGER(Release.V18),
  /// An ordinary vacuum scans some all-visible pages to freeze them early.
  EAGER_SCANNING(Release.V18),
  /// `ANALYZE ONLY` of a partitioned table; before 18 its partitions are analyzed with it.
  ANALYZE_ONLY(Release.V18),
  /// `REPACK (CONCURRENTLY)`.
  REPACK(Release.V19),
  /// Tables are vacuumed in the order of `pg_stat_autovacuum_scores`.
  SCORES(Release.V19),
  /// A query that reads a page marks it all-visible, too: `relallvisible` does not count that.
  READS_SET_VISIBILITY_MAP(Release.V19);

  private final Release since;
  private final @Nullable Release until;

  Feature(Release since) {
    this.since = since;
    this.until = null;
  }

  Feature(Release since, Release until) {
    this.since = since;
    this.until = until;
  }

  /// Whether a server of this release has the feature.
  public boolean isIn(Release release) {
    return release.compareTo(since) >= 0 && (until == null || release.compareTo(until) < 0);
  }
}
