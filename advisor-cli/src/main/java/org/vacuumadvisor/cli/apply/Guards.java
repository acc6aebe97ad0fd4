package org.vacuumadvisor.cli.apply;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.cli.apply.ApplyResult.Watched;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.unit.Bytes;

/// What must hold on the server for a stage to begin.
///
/// @param maxBusy the most of autovacuum's workers that may be at work, 0 to 1
/// @param maxLagSeconds the longest that a standby may replay behind
/// @param maxCancelled the most automatic vacuums that may have been cancelled since the change
/// @param maxWal the most WAL in a second
/// @param maxIo the most that autovacuum's workers may read and write in a second
/// @param logged what logs tell of vacuums that were cancelled
record Guards(
    double maxBusy,
    double maxLagSeconds,
    double maxCancelled,
    Bytes maxWal,
    Bytes maxIo,
    Cancelled logged) {
  /// The advisor recommends nothing beyond.
  static final double MAX_BUSY = 0.6;

  /// Common practice: a minute behind is looked at.
  static final double MAX_LAG_SECONDS = 60;

  /// Somebody's DDL now and then is no harm.
  static final double MAX_CANCELLED = 2;

  /// A tenth more than before is no worse.
  private static final double NO_WORSE = 1.1;

  private static final Duration TICK = Duration.ofMillis(250);

  /// Before 15 counters reach the others half a second late.
  private static final Duration COUNTED = Duration.ofSeconds(1);

  private static final double NANOS = 1e9;
  private static final double MEGABYTE = 1 << 20;

  private static final String BUSY =
      "(SELECT count(*) FROM pg_catalog.pg_stat_activity a WHERE a.query LIKE 'autovacuum:%'"
          + " AND a.pid <> pg_catalog.pg_backend_pid())::float8"
          + " / pg_catalog.current_setting('autovacuum_max_workers')::float8";

  /// Since 16 it is counted what workers read and write, since 18 in bytes, as larger reads are
  /// one.
  private static final String IO_16 = "(coalesce(reads, 0) + coalesce(writes, 0)) * op_bytes";

  private static final String IO_18 = "coalesce(read_bytes, 0) + coalesce(write_bytes, 0)";

  private static final String WAL =
      "pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_current_wal_lsn(), %s)::float8";

  private static final String MAX_WAL_SIZE =
      "pg_catalog.pg_size_bytes(pg_catalog.current_setting('max_wal_size'))::float8";

  /// Since when this database counts.
  private static final String RESET =
      "(SELECT coalesce(d.stats_reset::text, '') FROM pg_catalog.pg_stat_database d"
          + " WHERE d.datname = current_database())";

  /// Runs of autovacuum at work in this database, and how many of their tables got to their end.
  private static final String RUNS =
      "SELECT p.pid, p.relid::bigint, %s, pg_catalog.pg_stat_get_autovacuum_count(p.relid)"
              .formatted(RESET)
          + " FROM pg_catalog.pg_stat_progress_vacuum p"
          + " JOIN pg_catalog.pg_stat_activity a ON a.pid = p.pid AND a.query LIKE 'autovacuum:%'"
          + " WHERE p.datname = current_database()";

  /// No row where the table was dropped, or counting began anew.
  private static final String ENDED =
      "SELECT pg_catalog.pg_stat_get_autovacuum_count(c.oid) FROM pg_catalog.pg_class c"
          + " WHERE c.oid = ?::bigint::oid AND ? = "
          + RESET;

  /// What logs tell of automatic vacuums that were cancelled.
  @FunctionalInterface
  interface Cancelled {
    /// How many since a change; null where there is no log.
    @Nullable Long since(Instant change) throws SourceException;
  }

  /// The most of the workers that may be at work after the first change. If too many were before,
  /// the changes may be the cure, and only more than that forbids to go on.
  ///
  /// @param before the part of them that was at work then; null where that is not known
  double limitOfBusy(@Nullable Double before) {
    return before == null ? maxBusy : Math.max(maxBusy, Math.min(1, before * NO_WORSE));
  }

  /// What is seen at one moment; null is what this release does not show.
  ///
  /// @param busy the part of the workers that is at work
  /// @param wal bytes since the server was made
  /// @param io bytes that workers read and wrote so far
  /// @param lagSeconds how long the slowest standby is behind; null also where it replayed all
  /// @param toReplay bytes of WAL that it has yet to replay; null where there is no standby
  /// @param maxWalSize as many as a checkpoint lets pile up
  private record Moment(
      double busy,
      double wal,
      @Nullable Double io,
      @Nullable Double lagSeconds,
      @Nullable Double toReplay,
      double maxWalSize) {
    private static Moment of(ServerLook look, int major) throws SQLException {
      var io =
          major < 16
              ? "null::float8"
              : "(SELECT sum(%s)::float8 FROM pg_catalog.pg_stat_io WHERE backend_type = 'autovacuum worker')"
                  .formatted(major < 18 ? IO_16 : IO_18);
      var behind =
          major < 10
              ? "null::float8, null::float8"
              : "max(extract(epoch FROM replay_lag))::float8, max(%s)"
                  .formatted(WAL.formatted("replay_lsn"));
      var sql =
          "SELECT %s, %s, %s, %s, %s FROM pg_catalog.pg_stat_replication"
              .formatted(BUSY, WAL.formatted("'0/0'"), io, behind, MAX_WAL_SIZE);
      return look.rows(
              major < 10 ? sql.replace("wal_lsn", "xlog_location") : sql,
              row ->
                  new Moment(
                      row.getDouble(1),
                      row.getDouble(2),
                      (Double) row.getObject(3),
                      (Double) row.getObject(4),
                      (Double) row.getObject(5),
                      row.getDouble(6)))
          .getFirst();
    }
  }

  /// Watches the server for a while.
  ///
  /// @param mostBusy the most of autovacuum's workers that may be at work, 0 to 1
  /// @param changedAt when the first change was made; null where none was
  List<Watched> watched(
      Connection connection,
      Duration span,
      double mostBusy,
      @Nullable Instant changedAt,
      Progress progress)
      throws SQLException, SourceException, InterruptedException {
    var look = new ServerLook(connection);
    int major = connection.getMetaData().getDatabaseMajorVersion();
    long start = System.nanoTime();
    var first = Moment.of(look, major);
    var last = first;
    var runs = new HashSet<Run>();
    double busy = 0;
    int looks = 0;
    Duration passed;
    do {
      last = Moment.of(look, major);
      busy += last.busy();
      looks++;
      runs.addAll(atWork(look));
      Thread.sleep(TICK);
      passed = Duration.ofNanos(System.nanoTime() - start);
      progress.step("watching the server", passed.toSeconds(), span.toSeconds());
    } while (passed.compareTo(span) < 0);
    last = Moment.of(look, major);
    double perSecond = NANOS / MEGABYTE / (double) (System.nanoTime() - start);
    var figures = new ArrayList<Watched>();
    figures.add(new Watched("busy workers", busy / looks * 100, mostBusy * 100, "%"));
    figures.add(
        new Watched(
            "WAL", (last.wal() - first.wal()) * perSecond, maxWal.count() / MEGABYTE, "MB/s"));
    figures.add(
        new Watched(
            "autovacuum I/O",
            first.io() == null || last.io() == null
                ? null
                : (Double) ((last.io() - first.io()) * perSecond),
            maxIo.count() / MEGABYTE,
            "MB/s"));
    if (last.toReplay() != null) {
      figures.add(
          new Watched(
              "standby behind",
              Objects.requireNonNullElse(last.lagSeconds(), 0.0),
              maxLagSeconds,
              "s"));
      figures.add(
          new Watched(
              "its WAL to replay", last.toReplay() / MEGABYTE, last.maxWalSize() / MEGABYTE, "MB"));
    }
    if (changedAt != null) {
      figures.add(cancelled(look, changedAt, runs));
    }
    return figures;
  }

  /// Of logs all since the change; without any, those of this database that were seen to end and
  /// were not counted, of which each is one too many.
  private Watched cancelled(ServerLook look, Instant changedAt, Set<Run> seen)
      throws SQLException, SourceException, InterruptedException {
    var told = logged.since(changedAt);
    if (told != null) {
      return new Watched("vacuums cancelled since the change", (double) told, maxCancelled, "");
    }
    atWork(look).forEach(seen::remove);
    if (!seen.isEmpty()) {
      Thread.sleep(COUNTED);
    }
    int count = 0;
    boolean isKnown = true;
    for (var run : seen) {
      var ended = look.rows(ENDED, row -> row.getLong(1), run.relation(), run.reset());
      count += ended.contains(run.ended()) ? 1 : 0;
      isKnown &= !ended.isEmpty();
    }
    return new Watched(
        "vacuums of %s cancelled meanwhile"
            .formatted(TerminalText.escaped(look.connection().getCatalog())),
        isKnown || count > 0 ? (Double) (double) count : null,
        0,
        "");
  }

  /// A run of autovacuum.
  ///
  /// @param reset since when its database counts; empty where that is since ever
  /// @param ended how many on its table got to their end before
  private record Run(int pid, long relation, String reset, long ended) {}

  private static List<Run> atWork(ServerLook look) throws SQLException {
    return look.rows(
        RUNS, row -> new Run(row.getInt(1), row.getLong(2), row.getString(3), row.getLong(4)));
  }
}
