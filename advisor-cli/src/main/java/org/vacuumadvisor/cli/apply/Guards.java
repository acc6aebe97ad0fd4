package org.vacuumadvisor.cli.apply;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.cli.apply.ApplyResult.Watched;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.verify.PlannedChange.Guard;
import org.vacuumadvisor.verify.PlannedChange.Guarded;
import org.vacuumadvisor.verify.SavedPlan;

/// What must hold on the server for a stage to begin.
///
/// @param plan has the limits of what its changes may do
/// @param maxWal the most WAL in a second
/// @param maxIo the most that autovacuum's workers may read and write in a second
/// @param logged what logs tell of vacuums that were cancelled
record Guards(SavedPlan plan, Bytes maxWal, Bytes maxIo, Cancelled logged) {
  /// A tenth more than before is no worse.
  private static final double NO_WORSE = 1.1;

  private static final Duration TICK = Duration.ofMillis(250);

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

  /// What logs tell of automatic vacuums that were cancelled.
  @FunctionalInterface
  interface Cancelled {
    /// How many since a change; null where there is no log.
    @Nullable Long since(Instant change) throws SourceException;
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
    private static Moment of(ServerLook look) throws SQLException {
      int major = look.major();
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
  /// @param changedAt when the first change was made; null where none was
  /// @param busyBefore the part of the workers that was at work before it: if that was too much,
  ///   the changes may be the cure, and only more forbids to go on; null where it is not known
  List<Watched> watched(
      ServerLook look,
      Duration span,
      @Nullable Instant changedAt,
      @Nullable Double busyBefore,
      Progress progress)
      throws SQLException, SourceException, InterruptedException {
    long start = System.nanoTime();
    var first = Moment.of(look);
    double busy = 0;
    int looks = 0;
    Duration passed;
    do {
      busy += Moment.of(look).busy();
      looks++;
      Thread.sleep(TICK);
      passed = Duration.ofNanos(System.nanoTime() - start);
      progress.step("watching the server", passed.toSeconds(), span.toSeconds());
    } while (passed.compareTo(span) < 0);
    var last = Moment.of(look);
    double perSecond = NANOS / MEGABYTE / (double) (System.nanoTime() - start);
    var figures = new ArrayList<Watched>();
    figures.add(
        new Watched(
            "busy workers", busy / looks * 100, mostBusy(changedAt, busyBefore) * 100, "%"));
    figures.add(
        new Watched("WAL", (last.wal() - first.wal()) * perSecond, megabytes(maxWal), "MB/s"));
    var io = last.io() == null || first.io() == null ? null : (Double) (last.io() - first.io());
    figures.add(
        new Watched(
            "autovacuum I/O",
            io == null ? null : (Double) (io * perSecond),
            megabytes(maxIo),
            "MB/s"));
    if (last.toReplay() != null) {
      var lag = Objects.requireNonNullElse(last.lagSeconds(), 0.0);
      figures.add(new Watched("standby behind", lag, limit(Guarded.REPLICA_LAG_SECONDS), "s"));
      figures.add(
          new Watched(
              "its WAL to replay", last.toReplay() / MEGABYTE, last.maxWalSize() / MEGABYTE, "MB"));
    }
    if (changedAt != null) {
      var told = logged.since(changedAt);
      figures.add(
          new Watched(
              "vacuums cancelled since the change" + (told == null ? ", without --log," : ""),
              told == null ? null : (Double) (double) told,
              limit(Guarded.CANCELLED_VACUUMS),
              ""));
    }
    return figures;
  }

  private static double megabytes(Bytes bytes) {
    return bytes.count() / MEGABYTE;
  }

  /// Before the first change the workers may be as busy as they are: it may be the cure.
  private double mostBusy(@Nullable Instant changedAt, @Nullable Double before) {
    double most = limit(Guarded.BUSY_WORKERS);
    return changedAt == null
        ? 1
        : before == null ? most : Math.max(most, Math.min(1, before * NO_WORSE));
  }

  /// The strictest that the plan has, or else the usual one.
  private double limit(Guarded figure) {
    return Stream.of(
            plan.changes().stream().flatMap(each -> each.guards().stream()), Guard.ALL.stream())
        .flatMap(guards ->
            guards.filter(each -> each.figure() == figure).mapToDouble(Guard::limit).min().stream()
                .boxed())
        .findFirst()
        .orElseThrow();
  }
}
