package org.vacuumadvisor.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.unit.XidAge;

/// All figures of a table. What each is the catalogue tells. The order is part of how they are
/// stored; a new one goes to the end.
public final class TableKeys {
  private static final Key.Keys KEYS = new Key.Keys("TABLES");

  /// `relpages`: of the main fork, as of the last VACUUM, ANALYZE or CREATE INDEX.
  public static final Key<Pages> RELPAGES = KEYS.pages("relpages");

  /// `reltuples`: NULL stands for -1, never vacuumed or analyzed.
  public static final Key<Double> RELTUPLES = KEYS.estimate("reltuples");

  /// The threshold that a query of somebody's computed.
  public static final Key<Double> VACUUM_THRESHOLD = KEYS.estimate("vacuum_threshold");

  public static final Key<Pages> RELALLVISIBLE = KEYS.pages("relallvisible");
  public static final Key<Pages> RELALLFROZEN = KEYS.pages("relallfrozen");
  public static final Key<XidAge> XID_AGE = KEYS.age("xid_age");
  public static final Key<XidAge> MULTIXACT_AGE = KEYS.age("multixact_age");

  public static final Key<Long> SEQ_SCAN = KEYS.count("seq_scan");
  public static final Key<Long> SEQ_TUP_READ = KEYS.count("seq_tup_read");

  /// Those of UPDATE, DELETE, foreign-key checks and upserts, too.
  public static final Key<Long> IDX_SCAN = KEYS.count("idx_scan");

  public static final Key<Long> IDX_TUP_FETCH = KEYS.count("idx_tup_fetch");
  public static final Key<Long> N_TUP_INS = KEYS.count("n_tup_ins");

  /// HOT updates included.
  public static final Key<Long> N_TUP_UPD = KEYS.count("n_tup_upd");

  public static final Key<Long> N_TUP_DEL = KEYS.count("n_tup_del");
  public static final Key<Long> N_TUP_HOT_UPD = KEYS.count("n_tup_hot_upd");

  /// Since 16: the new version found no room on its page.
  public static final Key<Long> N_TUP_NEWPAGE_UPD = KEYS.count("n_tup_newpage_upd");

  public static final Key<Long> N_LIVE_TUP = KEYS.count("n_live_tup");

  /// After a vacuum, what it could not remove.
  public static final Key<Long> N_DEAD_TUP = KEYS.count("n_dead_tup");

  public static final Key<Long> N_MOD_SINCE_ANALYZE = KEYS.count("n_mod_since_analyze");
  public static final Key<Long> N_INS_SINCE_VACUUM = KEYS.count("n_ins_since_vacuum");
  public static final Key<Instant> LAST_VACUUM = KEYS.time("last_vacuum");
  public static final Key<Instant> LAST_AUTOVACUUM = KEYS.time("last_autovacuum");
  public static final Key<Instant> LAST_ANALYZE = KEYS.time("last_analyze");
  public static final Key<Instant> LAST_AUTOANALYZE = KEYS.time("last_autoanalyze");
  public static final Key<Long> VACUUM_COUNT = KEYS.count("vacuum_count");
  public static final Key<Long> AUTOVACUUM_COUNT = KEYS.count("autovacuum_count");
  public static final Key<Long> ANALYZE_COUNT = KEYS.count("analyze_count");
  public static final Key<Long> AUTOANALYZE_COUNT = KEYS.count("autoanalyze_count");
  public static final Key<Duration> TOTAL_VACUUM_TIME = KEYS.duration("total_vacuum_time");
  public static final Key<Duration> TOTAL_AUTOVACUUM_TIME = KEYS.duration("total_autovacuum_time");

  /// The main fork on disk.
  public static final Key<Bytes> MAIN_BYTES = KEYS.bytes("main_bytes");

  /// With indexes and TOAST, `pg_total_relation_size()`.
  public static final Key<Bytes> TOTAL_BYTES = KEYS.bytes("total_bytes");

  public static final Key<Bytes> INDEXES_BYTES = KEYS.bytes("indexes_bytes");
  public static final Key<Bytes> TOAST_BYTES = KEYS.bytes("toast_bytes");
  public static final Key<Bytes> TABLE_LEN = KEYS.bytes("table_len");
  public static final Key<Long> TUPLE_COUNT = KEYS.count("tuple_count");
  public static final Key<Bytes> TUPLE_LEN = KEYS.bytes("tuple_len");
  public static final Key<Share> TUPLE_PERCENT = KEYS.percent("tuple_percent");
  public static final Key<Long> DEAD_TUPLE_COUNT = KEYS.count("dead_tuple_count");
  public static final Key<Bytes> DEAD_TUPLE_LEN = KEYS.bytes("dead_tuple_len");
  public static final Key<Share> DEAD_TUPLE_PERCENT = KEYS.percent("dead_tuple_percent");
  public static final Key<Bytes> FREE_SPACE = KEYS.bytes("free_space");
  public static final Key<Share> FREE_PERCENT = KEYS.percent("free_percent");
  public static final Key<Bytes> BLOAT_BYTES = KEYS.bytes("bloat_bytes");

  /// Of the size it has.
  public static final Key<Share> BLOAT_PERCENT = KEYS.percent("bloat_percent");

  public static final Key<Bytes> EXPECTED_BYTES = KEYS.bytes("expected_bytes");
  public static final Key<Long> HEAP_FETCHES = KEYS.count("heap_fetches");
  public static final Key<Long> INDEX_ONLY_ROWS = KEYS.count("index_only_rows");
  public static final Key<Long> BITMAP_BLOCKS = KEYS.count("bitmap_blocks");
  public static final Key<Long> BITMAP_ROWS = KEYS.count("bitmap_rows");
  public static final Key<Long> SCAN_BUFFERS = KEYS.count("scan_buffers");
  public static final Key<Long> BUFFERED_ROWS = KEYS.count("buffered_rows");
  public static final Key<Share> HOT_PERCENT = KEYS.percent("hot_percent");

  /// Of live and dead rows together.
  public static final Key<Share> DEAD_PERCENT = KEYS.percent("dead_percent");

  public static final Key<Share> VISIBLE_PERCENT = KEYS.percent("visible_percent");

  /// Of `autovacuum_freeze_max_age`.
  public static final Key<Share> AGE_PERCENT = KEYS.percent("age_percent_of_freeze_max_age");

  public static final Key<Long> INSERTS_PER_DAY = KEYS.count("inserts_per_day");

  /// Heap and TOAST, `pg_table_size()`.
  public static final Key<Bytes> TABLE_BYTES = KEYS.bytes("table_bytes");

  /// How many rows an application deletes at a time: people tell it of jobs that remove old rows.
  public static final Key<Long> DELETE_BATCH_ROWS = KEYS.count("delete_batch_rows");

  /// A size of which nobody says whether it is that of the heap or of all: `\dt+` shows it.
  public static final Key<Bytes> LISTED_BYTES = KEYS.bytes("size");

  /// Of a temporary table: the session that it belongs to.
  public static final Key<Long> SESSION_PID = KEYS.count("session_pid");

  /// All of them, in the order in which they are stored.
  public static final List<Key<?>> ALL = KEYS.all();

  private TableKeys() {}
}
