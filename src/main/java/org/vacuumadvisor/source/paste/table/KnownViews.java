package org.vacuumadvisor.source.paste.table;

import java.util.List;
import java.util.Set;

/// Views of PostgreSQL that tell nothing about vacuum that is not better known elsewhere:
/// `pg_stat_statements`, and the progress of other commands. Their rows are known and not needed.
public final class KnownViews {
  private static final Set<String> COLUMNS =
      Set.of(
          ("userid dbid toplevel queryid query plans total_plan_time mean_plan_time calls"
                  + " total_exec_time total_time min_exec_time max_exec_time mean_exec_time"
                  + " mean_time min_time max_time stddev_exec_time stddev_time rows"
                  + " shared_blks_hit shared_blks_read shared_blks_dirtied shared_blks_written"
                  + " local_blks_hit local_blks_read temp_blks_read temp_blks_written"
                  + " blk_read_time blk_write_time shared_blk_read_time shared_blk_write_time"
                  + " wal_records wal_fpi wal_bytes hit_percent pid datid datname relid phase"
                  + " command index_relid lockers_total lockers_done current_locker_pid"
                  + " blocks_total blocks_done tuples_total tuples_done partitions_total"
                  + " partitions_done sample_blks_total sample_blks_scanned ext_stats_total"
                  + " ext_stats_computed child_tables_total child_tables_done"
                  + " current_child_table_relid delay_time cluster_index_relid"
                  + " heap_tuples_scanned heap_tuples_written heap_blks_total heap_blks_scanned"
                  + " index_rebuild_count bytes_processed bytes_total tuples_processed"
                  + " tuples_excluded type")
              .split(" ", -1));

  private static final int FEWEST = 3;

  private KnownViews() {}

  public static boolean areOf(List<String> header) {
    long known = header.stream().map(HeadingUnit::normal).filter(COLUMNS::contains).count();
    return known >= FEWEST && known * 4 >= header.size() * 3L;
  }
}
