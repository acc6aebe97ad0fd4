package org.vacuumadvisor.model.reading;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.unit.XidAge;

/// All figures of a table. The order is part of how they are stored; a new one goes to the end.
public final class TableKeys {
  private static final String CLASS = "pg_class";
  private static final String STAT = "pg_stat_all_tables";
  private static final String TUPLE = "pgstattuple()";
  private static final String ESTIMATE = "an estimate of bloat";
  private static final String EXPLAIN = "EXPLAIN (ANALYZE)";
  private static final String SIZE = "sizes";

  /// `relpages`: of the main fork, as of the last VACUUM, ANALYZE or CREATE INDEX.
  public static final Key<Pages> RELPAGES = Key.pages(0, CLASS, "relpages", "pages");

  /// `reltuples`: NULL stands for -1, never vacuumed or analyzed.
  public static final Key<Double> RELTUPLES = Key.estimate(1, CLASS, "reltuples", "rows");

  public static final Key<Pages> RELALLVISIBLE =
      Key.pages(2, CLASS, "relallvisible", "all-visible pages");

  /// Since 18.
  public static final Key<Pages> RELALLFROZEN =
      Key.pages(3, CLASS, "relallfrozen", "all-frozen pages");

  /// `age(relfrozenxid)`.
  public static final Key<XidAge> XID_AGE =
      Key.age(4, CLASS, "relfrozenxid", "age of relfrozenxid");

  /// `mxid_age(relminmxid)`.
  public static final Key<XidAge> MULTIXACT_AGE =
      Key.multixactAge(5, CLASS, "relminmxid", "age of relminmxid");

  public static final Key<Long> SEQ_SCAN = Key.times(6, STAT, "seq_scan", "sequential scans");
  public static final Key<Long> SEQ_TUP_READ =
      Key.rows(7, STAT, "seq_tup_read", "rows read by sequential scans");

  /// Those of UPDATE, DELETE, foreign-key checks and upserts, too.
  public static final Key<Long> IDX_SCAN = Key.times(8, STAT, "idx_scan", "index scans");

  public static final Key<Long> IDX_TUP_FETCH =
      Key.rows(9, STAT, "idx_tup_fetch", "rows fetched by index scans");
  public static final Key<Long> N_TUP_INS = Key.rows(10, STAT, "n_tup_ins", "rows inserted");

  /// HOT updates included.
  public static final Key<Long> N_TUP_UPD = Key.rows(11, STAT, "n_tup_upd", "rows updated");

  public static final Key<Long> N_TUP_DEL = Key.rows(12, STAT, "n_tup_del", "rows deleted");
  public static final Key<Long> N_TUP_HOT_UPD = Key.rows(13, STAT, "n_tup_hot_upd", "HOT updates");

  /// Since 16: the new version found no room on its page.
  public static final Key<Long> N_TUP_NEWPAGE_UPD =
      Key.rows(14, STAT, "n_tup_newpage_upd", "updates that went to another page");

  public static final Key<Long> N_LIVE_TUP = Key.rows(15, STAT, "n_live_tup", "live rows");

  /// After a vacuum, what it could not remove.
  public static final Key<Long> N_DEAD_TUP = Key.rows(16, STAT, "n_dead_tup", "dead rows");

  public static final Key<Long> N_MOD_SINCE_ANALYZE =
      Key.rows(17, STAT, "n_mod_since_analyze", "rows changed since the last analyze");

  /// Since 13.
  public static final Key<Long> N_INS_SINCE_VACUUM =
      Key.rows(18, STAT, "n_ins_since_vacuum", "rows inserted since the last vacuum");

  public static final Key<Instant> LAST_VACUUM =
      Key.time(19, STAT, "last_vacuum", "last VACUUM by hand");
  public static final Key<Instant> LAST_AUTOVACUUM =
      Key.time(20, STAT, "last_autovacuum", "last vacuum by autovacuum");
  public static final Key<Instant> LAST_ANALYZE =
      Key.time(21, STAT, "last_analyze", "last ANALYZE by hand");
  public static final Key<Instant> LAST_AUTOANALYZE =
      Key.time(22, STAT, "last_autoanalyze", "last analyze by autovacuum");
  public static final Key<Long> VACUUM_COUNT =
      Key.times(23, STAT, "vacuum_count", "vacuums by hand");
  public static final Key<Long> AUTOVACUUM_COUNT =
      Key.times(24, STAT, "autovacuum_count", "vacuums by autovacuum");
  public static final Key<Long> ANALYZE_COUNT =
      Key.times(25, STAT, "analyze_count", "analyzes by hand");
  public static final Key<Long> AUTOANALYZE_COUNT =
      Key.times(26, STAT, "autoanalyze_count", "analyzes by autovacuum");

  /// Since 18.
  public static final Key<Duration> TOTAL_VACUUM_TIME =
      Key.duration(27, STAT, "total_vacuum_time", "time of vacuums by hand");

  /// Since 18.
  public static final Key<Duration> TOTAL_AUTOVACUUM_TIME =
      Key.duration(28, STAT, "total_autovacuum_time", "time of vacuums by autovacuum");

  /// The main fork on disk.
  public static final Key<Bytes> MAIN_BYTES = Key.bytes(29, SIZE, "main_bytes", "size of the heap");

  /// With indexes and TOAST, `pg_total_relation_size()`.
  public static final Key<Bytes> TOTAL_BYTES =
      Key.bytes(30, SIZE, "total_bytes", "size with indexes and TOAST");

  public static final Key<Bytes> INDEXES_BYTES =
      Key.bytes(31, SIZE, "indexes_bytes", "size of the indexes");
  public static final Key<Bytes> TOAST_BYTES =
      Key.bytes(32, SIZE, "toast_bytes", "size of the TOAST table");
  public static final Key<Bytes> TABLE_LEN = Key.bytes(33, TUPLE, "table_len", "size of the file");
  public static final Key<Long> TUPLE_COUNT =
      Key.rows(34, TUPLE, "tuple_count", "live rows in the file");
  public static final Key<Bytes> TUPLE_LEN =
      Key.bytes(35, TUPLE, "tuple_len", "space of live rows");
  public static final Key<Share> TUPLE_PERCENT =
      Key.percent(36, TUPLE, "tuple_percent", "share of live rows");
  public static final Key<Long> DEAD_TUPLE_COUNT =
      Key.rows(37, TUPLE, "dead_tuple_count", "dead rows in the file");
  public static final Key<Bytes> DEAD_TUPLE_LEN =
      Key.bytes(38, TUPLE, "dead_tuple_len", "space of dead rows");
  public static final Key<Share> DEAD_TUPLE_PERCENT =
      Key.percent(39, TUPLE, "dead_tuple_percent", "share of dead rows");
  public static final Key<Bytes> FREE_SPACE = Key.bytes(40, TUPLE, "free_space", "free space");
  public static final Key<Share> FREE_PERCENT =
      Key.percent(41, TUPLE, "free_percent", "share of free space");
  public static final Key<Bytes> BLOAT_BYTES =
      Key.bytes(42, ESTIMATE, "bloat_bytes", "bloat, estimated");

  /// Of the size it has.
  public static final Key<Share> BLOAT_PERCENT =
      Key.percent(43, ESTIMATE, "bloat_percent", "share of bloat, estimated");

  public static final Key<Bytes> EXPECTED_BYTES =
      Key.bytes(44, ESTIMATE, "expected_bytes", "size it would have without bloat, estimated");
  public static final Key<Long> HEAP_FETCHES =
      Key.rows(45, EXPLAIN, "heap_fetches", "heap fetches of an index-only scan");
  public static final Key<Long> INDEX_ONLY_ROWS =
      Key.rows(46, EXPLAIN, "index_only_rows", "rows of an index-only scan");
  public static final Key<Share> HOT_PERCENT =
      Key.percent(47, STAT, "hot_percent", "share of HOT updates");

  /// Of live and dead rows together.
  public static final Key<Share> DEAD_PERCENT =
      Key.percent(48, STAT, "dead_percent", "share of dead rows");

  public static final Key<Share> VISIBLE_PERCENT =
      Key.percent(49, CLASS, "visible_percent", "share of all-visible pages");

  /// Of `autovacuum_freeze_max_age`.
  public static final Key<Share> AGE_PERCENT =
      Key.percent(50, CLASS, "age_percent_of_freeze_max_age", "age, of autovacuum_freeze_max_age");

  public static final Key<Long> INSERTS_PER_DAY =
      Key.rows(51, STAT, "inserts_per_day", "rows inserted a day");

  /// Heap and TOAST, `pg_table_size()`.
  public static final Key<Bytes> TABLE_BYTES =
      Key.bytes(52, SIZE, "table_bytes", "size with TOAST, without indexes");

  /// How many rows an application deletes at a time: people tell it of jobs that remove old rows.
  public static final Key<Long> DELETE_BATCH_ROWS =
      Key.rows(53, "the application", "delete_batch_rows", "rows deleted at a time");

  /// A size of which nobody says whether it is that of the heap or of all: `\dt+` shows it.
  public static final Key<Bytes> LISTED_BYTES = Key.bytes(54, SIZE, "size", "size as listed");

  private static final List<Key<?>> ALL =
      List.of(
          RELPAGES,
          RELTUPLES,
          RELALLVISIBLE,
          RELALLFROZEN,
          XID_AGE,
          MULTIXACT_AGE,
          SEQ_SCAN,
          SEQ_TUP_READ,
          IDX_SCAN,
          IDX_TUP_FETCH,
          N_TUP_INS,
          N_TUP_UPD,
          N_TUP_DEL,
          N_TUP_HOT_UPD,
          N_TUP_NEWPAGE_UPD,
          N_LIVE_TUP,
          N_DEAD_TUP,
          N_MOD_SINCE_ANALYZE,
          N_INS_SINCE_VACUUM,
          LAST_VACUUM,
          LAST_AUTOVACUUM,
          LAST_ANALYZE,
          LAST_AUTOANALYZE,
          VACUUM_COUNT,
          AUTOVACUUM_COUNT,
          ANALYZE_COUNT,
          AUTOANALYZE_COUNT,
          TOTAL_VACUUM_TIME,
          TOTAL_AUTOVACUUM_TIME,
          MAIN_BYTES,
          TOTAL_BYTES,
          INDEXES_BYTES,
          TOAST_BYTES,
          TABLE_LEN,
          TUPLE_COUNT,
          TUPLE_LEN,
          TUPLE_PERCENT,
          DEAD_TUPLE_COUNT,
          DEAD_TUPLE_LEN,
          DEAD_TUPLE_PERCENT,
          FREE_SPACE,
          FREE_PERCENT,
          BLOAT_BYTES,
          BLOAT_PERCENT,
          EXPECTED_BYTES,
          HEAP_FETCHES,
          INDEX_ONLY_ROWS,
          HOT_PERCENT,
          DEAD_PERCENT,
          VISIBLE_PERCENT,
          AGE_PERCENT,
          INSERTS_PER_DAY,
          TABLE_BYTES,
          DELETE_BATCH_ROWS,
          LISTED_BYTES);

  private TableKeys() {}

  /// All of them, in the order in which they are stored.
  public static List<Key<?>> all() {
    return ALL;
  }
}
