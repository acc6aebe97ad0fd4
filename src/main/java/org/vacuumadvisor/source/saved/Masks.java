package org.vacuumadvisor.source.saved;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.vacuumadvisor.source.saved.Pseudonyms.Kind;

/// The columns we know of, in all rows of all releases, and their masks.
final class Masks {
  /// Numbers, flags, moments, durations and WAL positions.
  private static final String FIGURES =
      """
      server_version_num block_size in_recovery started_at surveyed_at next_xid superuser monitor
      hidden_sessions relations pending_restart server_port
      oid datallowconn datistemplate may_connect is_current xid_age multixact_age datid numbackends
      xact_commit xact_rollback blks_read blks_hit tup_returned tup_fetched tup_inserted tup_updated
      tup_deleted conflicts temp_files temp_bytes deadlocks checksum_failures checksum_last_failure
      blk_read_time blk_write_time session_time active_time idle_in_transaction_time sessions
      sessions_abandoned sessions_fatal sessions_killed parallel_workers_to_launch
      parallel_workers_launched stats_reset
      pid xact_start state_change leader_pid has_xid xmin_age hidden vacuuming prepared
      datoid temporary active active_pid xmin catalog_xmin restart_lsn confirmed_flush_lsn
      safe_wal_size two_phase two_phase_at inactive_since conflicting failover synced
      catalog_xmin_age retained_bytes
      usesysid backend_start backend_xmin sent_lsn write_lsn flush_lsn replay_lsn sent_location
      write_location flush_location replay_location write_lag flush_lag replay_lag sync_priority
      reply_time
      relid heap_blks_total heap_blks_scanned heap_blks_vacuumed index_vacuum_count max_dead_tuples
      num_dead_tuples max_dead_tuple_bytes dead_tuple_bytes num_dead_item_ids indexes_total
      indexes_processed delay_time
      reads read_bytes read_time writes write_bytes write_time writebacks writeback_time extends
      extend_bytes extend_time op_bytes hits evictions reuses fsyncs fsync_time
      checkpoints_timed checkpoints_req checkpoint_write_time checkpoint_sync_time
      buffers_checkpoint buffers_clean maxwritten_clean buffers_backend buffers_backend_fsync
      buffers_alloc num_timed num_requested num_done restartpoints_timed restartpoints_req
      restartpoints_done sync_time buffers_written slru_written
      wal_records wal_fpi wal_bytes wal_fpi_bytes wal_buffers_full wal_write wal_sync wal_write_time
      wal_sync_time num_mxids num_members members_size oldest_multixact
      relisshared relpages reltuples relallvisible relallfrozen toast_of partition_of seq_scan
      last_seq_scan seq_tup_read idx_scan last_idx_scan idx_tup_fetch n_tup_ins n_tup_upd n_tup_del
      n_tup_hot_upd n_tup_newpage_upd n_live_tup n_dead_tup n_mod_since_analyze n_ins_since_vacuum
      last_vacuum last_autovacuum last_analyze last_autoanalyze vacuum_count autovacuum_count
      analyze_count autoanalyze_count total_vacuum_time total_autovacuum_time total_analyze_time
      total_autoanalyze_time heap_blks_read heap_blks_hit
      indexrelid indrelid indisunique indisprimary indisvalid is_partial indkey idx_tup_read
      idx_blks_read idx_blks_hit
      attrelid attnum attlen attisdropped may_select avg_width null_frac n_distinct
      rows
      conrelid confrelid size_bytes
      score xid_score mxid_score vacuum_score vacuum_insert_score analyze_score do_vacuum do_analyze
      for_wraparound relation granted blockers confl_lock confl_snapshot backend_xid transaction
      """;

  /// Words that PostgreSQL chooses from a list of its own.
  private static final String WORDS =
      """
      relkind relpersistence attalign state wait_event_type slot_type wal_status
      invalidation_reason slotsync_skip_reason phase mode started_by sync_state object context
      source unit command
      """;

  private static final Pattern BLANKS = Pattern.compile("\\s+");

  /// Dates, times and numbers are made of these, and of the words of an interval.
  private static final Pattern FIGURE =
      Pattern.compile(
          "[-+]?[0-9][-+0-9:. ]*([eE][-+]?[0-9]+)?|[0-9A-F]+/[0-9A-F]+|t|f|true|false|NaN"
              + "|([-+0-9:.]+|years?|mons?|days?|BC| )+");

  static final Map<String, Mask> BY_COLUMN = byColumn();

  private Masks() {}

  private static Map<String, Mask> byColumn() {
    var masks = new HashMap<String, Mask>();
    add(masks, FIGURES, (cell, _, _) -> FIGURE.matcher(cell).matches() ? cell : null);
    add(masks, WORDS, (cell, _, _) -> cell);
    add(masks, "datname database", (cell, _, names) -> names.database(cell));
    add(masks, "nspname schemaname", (cell, _, names) -> names.schema(cell));
    add(masks, "relname", (cell, row, names) -> names.relation(cell, row));
    add(masks, "index_name", (cell, row, names) -> names.index(cell, row));
    add(masks, "attname", (_, row, _) -> "column_" + row.count("attnum").or(0L));
    add(masks, "key_columns read_columns update_text", (_, _, _) -> null);
    add(masks, "role owner usename", (cell, _, names) -> names.role(cell));
    add(masks, "wait_event", (cell, _, _) -> WellKnown.WAIT_EVENTS.contains(cell) ? cell : null);
    add(masks, "client_addr server_address", numbered(Kind.ADDRESS));
    add(masks, "cluster_name", numbered(Kind.CLUSTER));
    add(masks, "gid", numbered(Kind.TRANSACTION));
    add(masks, "slot_name", numbered(Kind.SLOT));
    add(masks, "application_name", unless(WellKnown.APPLICATIONS, numbered(Kind.APPLICATION)));
    add(masks, "plugin", unless(WellKnown.PLUGINS, numbered(Kind.PLUGIN)));
    add(masks, "typname", unless(WellKnown.TYPES, numbered(Kind.TYPE)));
    add(masks, "amname", unless(WellKnown.ACCESS_METHODS, numbered(Kind.ACCESS_METHOD)));
    add(masks, "extname", unless(WellKnown.EXTENSIONS, numbered(Kind.EXTENSION)));
    add(masks, "backend_type", unless(WellKnown.BACKENDS, (_, _, _) -> "background worker"));
    add(masks, "reloptions", (cell, _, _) -> TextDisguise.options(cell));
    add(masks, "task", (cell, row, _) -> TextDisguise.task(cell, row));
    add(masks, "server_version extversion", (cell, _, _) -> TextDisguise.number(cell));
    add(masks, "version", (cell, _, _) -> TextDisguise.version(cell));
    add(masks, "name", (cell, _, _) -> cell);
    add(masks, "setting boot_val reset_val", SettingDisguise::value);
    add(masks, "sourcefile", (cell, _, names) -> SettingDisguise.file(cell, names));
    return Map.copyOf(masks);
  }

  private static void add(Map<String, Mask> masks, String columns, Mask mask) {
    BLANKS.splitAsStream(columns).forEach(column -> masks.put(column, mask));
  }

  private static Mask numbered(Kind kind) {
    return (cell, _, names) -> names.numbered(kind, cell);
  }

  private static Mask unless(Set<String> known, Mask mask) {
    return (cell, row, names) -> known.contains(cell) ? cell : mask.over(cell, row, names);
  }
}
