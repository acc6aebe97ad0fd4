package org.vacuumadvisor.model;

import java.util.List;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.Share;

/// All figures of an index. What each is the catalogue tells. The order is part of how they are
/// stored; a new one goes to the end.
public final class IndexKeys {
  private static final Key.Keys KEYS = new Key.Keys("INDEXES");

  /// `relpages`, as of the last VACUUM, ANALYZE or CREATE INDEX.
  public static final Key<Pages> RELPAGES = KEYS.pages("relpages");

  /// `reltuples`: the entries.
  public static final Key<Double> RELTUPLES = KEYS.estimate("reltuples");

  public static final Key<Long> IDX_SCAN = KEYS.count("idx_scan");
  public static final Key<Long> IDX_TUP_READ = KEYS.count("idx_tup_read");

  /// `pg_relation_size()` of the index.
  public static final Key<Bytes> INDEX_BYTES = KEYS.bytes("index_bytes");

  /// The file that was read.
  public static final Key<Bytes> INDEX_SIZE = KEYS.bytes("index_size");

  public static final Key<Long> LEAF_PAGES = KEYS.count("leaf_pages");
  public static final Key<Long> INTERNAL_PAGES = KEYS.count("internal_pages");
  public static final Key<Long> DELETED_PAGES = KEYS.count("deleted_pages");
  public static final Key<Long> EMPTY_PAGES = KEYS.count("empty_pages");
  public static final Key<Share> AVG_LEAF_DENSITY = KEYS.percent("avg_leaf_density");
  public static final Key<Bytes> BLOAT_BYTES = KEYS.bytes("bloat_bytes");

  /// Of the size it has.
  public static final Key<Share> BLOAT_PERCENT = KEYS.percent("bloat_percent");

  public static final Key<Bytes> EXPECTED_BYTES = KEYS.bytes("expected_bytes");

  /// The heap of its table, where a result shows it beside the index.
  public static final Key<Bytes> TABLE_BYTES = KEYS.bytes("table_bytes");

  /// The oid of a like index of its table that is to stay, where it has one and guards nothing.
  public static final Key<Long> SAME_AS = KEYS.count("same_as");

  /// All of them, in the order in which they are stored.
  public static final List<Key<?>> ALL = KEYS.all();

  private IndexKeys() {}
}
