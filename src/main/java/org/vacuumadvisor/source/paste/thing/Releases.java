package org.vacuumadvisor.source.paste.thing;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ReleaseRange;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.table.Figures;

/// Which release pasted figures are of: as they say, or as their columns and settings bound it.
public final class Releases {
  /// Columns that came with a release, as topic and the mapping's name.
  private static final Map<String, Release> SINCE =
      Map.ofEntries(
          Map.entry("TABLES.n_ins_since_vacuum", Release.V13),
          Map.entry("TABLES.n_tup_newpage_upd", Release.V16),
          Map.entry("TABLES.last_seq_scan", Release.V16),
          Map.entry("TABLES.total_autovacuum_time", Release.V18),
          Map.entry("TABLES.total_vacuum_time", Release.V18),
          Map.entry("TABLES.relallfrozen", Release.V18),
          Map.entry("SESSIONS.backend_type", Release.V10),
          Map.entry("SESSIONS.leader_pid", Release.V13),
          Map.entry("REPLICATION_SLOTS.temporary", Release.V10),
          Map.entry("REPLICATION_SLOTS.wal_status", Release.V13),
          Map.entry("REPLICATION_SLOTS.safe_wal_size", Release.V13),
          Map.entry("REPLICATION_SLOTS.inactive_since", Release.V17),
          Map.entry("REPLICATION_SLOTS.invalidation_reason", Release.V17),
          Map.entry("STANDBYS.replay_lag", Release.V10),
          Map.entry("VACUUM_PROGRESS.max_dead_tuple_bytes", Release.V17),
          Map.entry("VACUUM_PROGRESS.dead_tuple_bytes", Release.V17),
          Map.entry("VACUUM_PROGRESS.num_dead_item_ids", Release.V17),
          Map.entry("VACUUM_PROGRESS.indexes_total", Release.V17),
          Map.entry("VACUUM_PROGRESS.delay_time", Release.V18),
          Map.entry("VACUUM_PROGRESS.mode", Release.V19),
          Map.entry("VACUUM_PROGRESS.started_by", Release.V19),
          Map.entry("IO.reads", Release.V16),
          Map.entry("IO.read_bytes", Release.V18),
          Map.entry("WAL.wal_records", Release.V14),
          Map.entry("CHECKPOINTS.num_timed", Release.V17));

  /// Columns that went with a release.
  private static final Map<String, Release> UNTIL =
      Map.of(
          "VACUUM_PROGRESS.max_dead_tuples", Release.V17,
          "VACUUM_PROGRESS.num_dead_tuples", Release.V17,
          "CHECKPOINTS.checkpoints_timed", Release.V17,
          "CHECKPOINTS.checkpoints_req", Release.V17,
          "IO.op_bytes", Release.V18,
          "WAL.wal_write", Release.V18);

  /// Of `pg_stat_progress_vacuum.mode`.
  private static final Set<String> MODES = Set.of("normal", "aggressive", "failsafe");

  private final ReleaseRange known;

  /// @param known what is known besides: from messages in the same text, say
  public Releases(ReleaseRange known) {
    this.known = known;
  }

  public ReleaseRange range(Gathered gathered) {
    var told = told(gathered.server());
    if (told.isPresent()) {
      return ReleaseRange.of(told.get());
    }
    var range = known;
    for (var column : gathered.columnsSeen()) {
      var since = isOfQuery(column, gathered) ? null : SINCE.get(column);
      if (since != null) {
        range = range.from(since);
      }
      var until = UNTIL.get(column);
      if (until != null) {
        range = range.before(until);
      }
    }
    if (hasRowsUnknown(gathered) || countsPartitioned(gathered)) {
      range = range.from(Release.V14);
    }
    for (var name : gathered.settings().keySet()) {
      var before = range;
      range = Setting.named(name).map(each -> having(each, before)).orElse(before);
    }
    return range;
  }

  /// People call columns of their own `mode`; that of 19 has few values.
  private static boolean isOfQuery(String column, Gathered gathered) {
    return column.equals("VACUUM_PROGRESS.mode")
        && gathered.others(Topic.VACUUM_PROGRESS).stream()
            .flatMap(each -> each.value("mode").stream())
            .anyMatch(each -> !MODES.contains(each));
  }

  /// Up to 13 the statistics views left partitioned tables out.
  private static boolean countsPartitioned(Gathered gathered) {
    return gathered.tables().all().stream()
        .map(Tables.Named::entry)
        .anyMatch(each ->
            each.value("relkind").filter("p"::equals).isPresent()
                && each.value("n_live_tup").isPresent());
  }

  /// From 14 on `reltuples` of a table that nobody vacuumed or analyzed is -1; before it was 0.
  private static boolean hasRowsUnknown(Gathered gathered) {
    return gathered.tables().all().stream()
        .anyMatch(each -> each.entry().value("reltuples").filter("-1"::equals).isPresent());
  }

  private static ReleaseRange having(Setting setting, ReleaseRange range) {
    var with = range.stream().filter(setting::isIn).toList();
    return with.isEmpty() ? range : new ReleaseRange(with.getFirst(), with.getLast());
  }

  /// `server_version_num`, `server_version` or `version()`.
  private static Optional<Release> told(Entry server) {
    return server
        .value("server_version_num")
        .flatMap(Figures::count)
        .or(() -> server.value("server_version").flatMap(Releases::number))
        .or(() -> server.value("version").flatMap(Releases::number))
        .filter(number -> number >= 90_600 && number < 2_000_000)
        .map(number -> Release.ofVersionNumber(Math.toIntExact(number)));
  }

  /// The version number in `17.2 (Debian…)`, `PostgreSQL 9.6.24 on …`, `19beta1`.
  static Optional<Long> number(String text) {
    var plain = text.startsWith("PostgreSQL ") ? text.substring(11) : text;
    int end = 0;
    while (end < plain.length()
        && end < 4
        && (Character.isDigit(plain.charAt(end)) || plain.charAt(end) == '.')) {
      end++;
    }
    var parts = plain.substring(0, end).split("\\.", -1);
    if (parts.length == 0 || parts[0].isEmpty() || parts[0].length() > 2) {
      return Optional.empty();
    }
    long major = Long.parseLong(parts[0]);
    long minor = parts.length > 1 && parts[1].length() == 1 ? Long.parseLong(parts[1]) : 0;
    return Optional.of(major < 10 ? major * 10_000 + minor * 100 : major * 10_000);
  }
}
