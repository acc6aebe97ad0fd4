package org.vacuumadvisor.cli.apply;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.unit.Bytes;

/// What must hold on the server for a stage to begin.
///
/// @param maxBusy the most of autovacuum's workers that may be at work, 0 to 1
/// @param maxLag the longest that a standby may replay behind
/// @param maxWal the most WAL in a second
/// @param maxIo the most that autovacuum's workers may read and write in a second
record Guards(double maxBusy, Duration maxLag, Bytes maxWal, Bytes maxIo) {
  /// The advisor recommends nothing beyond.
  static final double MAX_BUSY = 0.6;

  /// Common practice: a minute behind is looked at.
  static final Duration MAX_LAG = Duration.ofMinutes(1);

  /// A tenth more than before is no worse.
  private static final double NO_WORSE = 1.1;

  private static final Duration TICK = Duration.ofMillis(250);
  private static final double NANOS = 1e9;
  private static final double MEGABYTE = 1 << 20;

  private static final String WORKERS =
      "SELECT (SELECT count(*) FROM pg_catalog.pg_stat_activity a WHERE a.query LIKE 'autovacuum:%'"
          + " AND a.pid <> pg_catalog.pg_backend_pid())::float8"
          + " / pg_catalog.current_setting('autovacuum_max_workers')::float8";

  /// Before 16 nobody counts what workers read and write.
  private static final String IO =
      "SELECT sum(coalesce(reads, 0) * op_bytes + coalesce(writes, 0) * op_bytes)::float8"
          + " FROM pg_catalog.pg_stat_io WHERE backend_type = 'autovacuum worker'";

  /// Since 18 in bytes, since larger reads are one.
  private static final String IO_IN_BYTES =
      "SELECT sum(coalesce(read_bytes, 0) + coalesce(write_bytes, 0))::float8"
          + " FROM pg_catalog.pg_stat_io WHERE backend_type = 'autovacuum worker'";

  private static final String WAL =
      "SELECT pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_current_wal_lsn(), '0/0')::float8";

  private static final String WAL_OF_9_6 =
      "SELECT pg_catalog.pg_xlog_location_diff("
          + "pg_catalog.pg_current_xlog_location(), '0/0')::float8";

  private static final String LAG =
      "SELECT max(extract(epoch FROM replay_lag))::float8 FROM pg_catalog.pg_stat_replication";

  /// How much WAL the slowest standby has yet to replay, and as much as a checkpoint lets pile up.
  private static final String TO_REPLAY =
      "SELECT max(pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_current_wal_lsn(), replay_lsn))::float8"
          + " FROM pg_catalog.pg_stat_replication";

  private static final String MAX_WAL_SIZE =
      "SELECT pg_catalog.pg_size_bytes(pg_catalog.current_setting('max_wal_size'))::float8";

  /// A figure that was looked at.
  ///
  /// @param value null where this release does not show it
  record Figure(String name, @Nullable Double value, double limit, String unit) {
    /// Whether it forbids to go on.
    boolean isOver() {
      return value != null && value > limit;
    }

    /// `WAL 1.2 MB/s`.
    String inWords() {
      return value == null
          ? name + " not counted by this release"
          : name + " " + plain(value) + unit;
    }

    /// `WAL 120 MB/s (limit 100)`.
    String withLimit() {
      return "%s (limit %s)".formatted(inWords(), plain(limit));
    }

    private static String plain(double number) {
      return number >= 10 || number == Math.rint(number)
          ? String.format(Locale.ROOT, "%.0f", number)
          : String.format(Locale.ROOT, "%.1f", number);
    }
  }

  /// The most of the workers that may be at work after the first change. If too many were before,
  /// the changes may be the cure, and only more than that forbids to go on.
  ///
  /// @param before the part of them that was at work then; null where that is not known
  double limitOfBusy(@Nullable Double before) {
    return before == null ? maxBusy : Math.max(maxBusy, Math.min(1, before * NO_WORSE));
  }

  /// Watches the server for a while.
  ///
  /// @param mostBusy the most of autovacuum's workers that may be at work, 0 to 1
  List<Figure> watched(Connection connection, Duration span, double mostBusy, Progress progress)
      throws SQLException, InterruptedException {
    int major = connection.getMetaData().getDatabaseMajorVersion();
    var io = major >= 18 ? IO_IN_BYTES : major >= 16 ? IO : null;
    var wal = major >= 10 ? WAL : WAL_OF_9_6;
    long start = System.nanoTime();
    var walBefore = number(connection, wal);
    var ioBefore = io == null ? null : number(connection, io);
    double busy = 0;
    int looks = 0;
    Duration passed;
    do {
      var now = number(connection, WORKERS);
      busy += now == null ? Double.NaN : now;
      looks++;
      Thread.sleep(TICK);
      passed = Duration.ofNanos(System.nanoTime() - start);
      progress.step("watching the server", passed.toSeconds(), span.toSeconds());
    } while (passed.compareTo(span) < 0);
    double seconds = (System.nanoTime() - start) / NANOS;
    var figures = new ArrayList<Figure>();
    var share = Double.isNaN(busy) ? null : (Double) (busy / looks * 100);
    figures.add(new Figure("busy workers", share, mostBusy * 100, " %"));
    figures.add(rate("WAL", walBefore, number(connection, wal), seconds, maxWal));
    figures.add(
        rate(
            "autovacuum I/O",
            ioBefore,
            io == null ? null : number(connection, io),
            seconds,
            maxIo));
    var toReplay = major >= 10 ? number(connection, TO_REPLAY) : null;
    if (toReplay != null) {
      figures.add(
          new Figure("standby behind", or0(number(connection, LAG)), maxLag.toSeconds(), " s"));
      figures.add(
          new Figure(
              "its WAL to replay",
              toReplay / MEGABYTE,
              or0(number(connection, MAX_WAL_SIZE)) / MEGABYTE,
              " MB"));
    }
    return figures;
  }

  private static Figure rate(
      String name, @Nullable Double before, @Nullable Double after, double seconds, Bytes limit) {
    return new Figure(
        name,
        before == null || after == null ? null : (after - before) / seconds / MEGABYTE,
        limit.count() / MEGABYTE,
        " MB/s");
  }

  /// A standby that has replayed all has no lag.
  private static double or0(@Nullable Double number) {
    return number == null ? 0 : number;
  }

  private static @Nullable Double number(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement();
        var row = statement.executeQuery(sql)) {
      row.next();
      double number = row.getDouble(1);
      return row.wasNull() ? null : number;
    }
  }
}
