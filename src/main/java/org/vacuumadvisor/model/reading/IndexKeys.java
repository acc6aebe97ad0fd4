package org.vacuumadvisor.model.reading;

import java.util.List;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.Share;

/// All figures of an index. The order is part of how they are stored; a new one goes to the end.
public final class IndexKeys {
  private static final String CLASS = "pg_class";
  private static final String STAT = "pg_stat_all_indexes";
  private static final String LEAVES = "pgstatindex()";
  private static final String ESTIMATE = "an estimate of bloat";
  private static final String SIZE = "sizes";

  /// `relpages`, as of the last VACUUM, ANALYZE or CREATE INDEX.
  public static final Key<Pages> RELPAGES = Key.pages(0, CLASS, "relpages", "pages of the index");

  /// `reltuples`: the entries.
  public static final Key<Double> RELTUPLES = Key.estimate(1, CLASS, "reltuples", "index entries");

  public static final Key<Long> IDX_SCAN = Key.times(2, STAT, "idx_scan", "scans of the index");
  public static final Key<Long> IDX_TUP_READ =
      Key.rows(3, STAT, "idx_tup_read", "entries read by scans");

  /// `pg_relation_size()` of the index.
  public static final Key<Bytes> INDEX_BYTES =
      Key.bytes(4, SIZE, "index_bytes", "size of the index");

  /// The file that was read.
  public static final Key<Bytes> INDEX_SIZE =
      Key.bytes(5, LEAVES, "index_size", "size of the file");

  public static final Key<Long> LEAF_PAGES = Key.times(6, LEAVES, "leaf_pages", "leaf pages");
  public static final Key<Long> INTERNAL_PAGES =
      Key.times(7, LEAVES, "internal_pages", "inner pages");
  public static final Key<Long> DELETED_PAGES =
      Key.times(8, LEAVES, "deleted_pages", "deleted pages");
  public static final Key<Long> EMPTY_PAGES = Key.times(9, LEAVES, "empty_pages", "empty pages");
  public static final Key<Share> AVG_LEAF_DENSITY =
      Key.percent(10, LEAVES, "avg_leaf_density", "fill of the leaf pages");
  public static final Key<Bytes> BLOAT_BYTES =
      Key.bytes(11, ESTIMATE, "bloat_bytes", "bloat, estimated");

  /// Of the size it has.
  public static final Key<Share> BLOAT_PERCENT =
      Key.percent(12, ESTIMATE, "bloat_percent", "share of bloat, estimated");

  public static final Key<Bytes> EXPECTED_BYTES =
      Key.bytes(13, ESTIMATE, "expected_bytes", "size it would have without bloat, estimated");

  /// The heap of its table, where a result shows it beside the index.
  public static final Key<Bytes> TABLE_BYTES =
      Key.bytes(14, SIZE, "table_bytes", "size of its table");

  private static final List<Key<?>> ALL =
      List.of(
          RELPAGES,
          RELTUPLES,
          IDX_SCAN,
          IDX_TUP_READ,
          INDEX_BYTES,
          INDEX_SIZE,
          LEAF_PAGES,
          INTERNAL_PAGES,
          DELETED_PAGES,
          EMPTY_PAGES,
          AVG_LEAF_DENSITY,
          BLOAT_BYTES,
          BLOAT_PERCENT,
          EXPECTED_BYTES,
          TABLE_BYTES);

  private IndexKeys() {}

  /// All of them, in the order in which they are stored.
  public static List<Key<?>> all() {
    return ALL;
  }
}
