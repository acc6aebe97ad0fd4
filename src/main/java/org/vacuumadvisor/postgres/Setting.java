package org.vacuumadvisor.postgres;

import static org.vacuumadvisor.postgres.Release.V10;
import static org.vacuumadvisor.postgres.Release.V11;
import static org.vacuumadvisor.postgres.Release.V12;
import static org.vacuumadvisor.postgres.Release.V13;
import static org.vacuumadvisor.postgres.Release.V14;
import static org.vacuumadvisor.postgres.Release.V15;
import static org.vacuumadvisor.postgres.Release.V16;
import static org.vacuumadvisor.postgres.Release.V17;
import static org.vacuumadvisor.postgres.Release.V18;
import static org.vacuumadvisor.postgres.Release.V19;
import static org.vacuumadvisor.postgres.SettingContext.INTERNAL;
import static org.vacuumadvisor.postgres.SettingContext.POSTMASTER;
import static org.vacuumadvisor.postgres.SettingContext.SIGHUP;
import static org.vacuumadvisor.postgres.SettingContext.SUPERUSER;
import static org.vacuumadvisor.postgres.SettingContext.USER;
import static org.vacuumadvisor.postgres.SettingTraits.bool;
import static org.vacuumadvisor.postgres.SettingTraits.choice;
import static org.vacuumadvisor.postgres.SettingTraits.integer;
import static org.vacuumadvisor.postgres.SettingTraits.real;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Every setting that matters to vacuum, as the `pg_settings` of each release describes it, and the
/// storage parameter of a table that stands for it.
public enum Setting {
  AUTOVACUUM(bool("autovacuum", "on").table("autovacuum_enabled")),
  AUTOVACUUM_MAX_WORKERS(
      integer("autovacuum_max_workers", 3, 1, 262_143).in(POSTMASTER).from(V18).in(SIGHUP)),
  AUTOVACUUM_WORKER_SLOTS(
      integer("autovacuum_worker_slots", 16, 1, 262_143).in(POSTMASTER).since(V18)),
  AUTOVACUUM_NAPTIME(integer("autovacuum_naptime", 60, 1, 2_147_483).unit("s")),
  AUTOVACUUM_VACUUM_THRESHOLD(integer("autovacuum_vacuum_threshold", 50, 0, Limit.INT).table()),
  AUTOVACUUM_VACUUM_SCALE_FACTOR(real("autovacuum_vacuum_scale_factor", "0.2", 0, 100).table()),
  AUTOVACUUM_VACUUM_MAX_THRESHOLD(
      integer("autovacuum_vacuum_max_threshold", 100_000_000, -1, Limit.INT).since(V18).table()),
  AUTOVACUUM_VACUUM_INSERT_THRESHOLD(
      integer("autovacuum_vacuum_insert_threshold", 1000, -1, Limit.INT).since(V13).table()),
  AUTOVACUUM_VACUUM_INSERT_SCALE_FACTOR(
      real("autovacuum_vacuum_insert_scale_factor", "0.2", 0, 100).since(V13).table()),
  AUTOVACUUM_ANALYZE_THRESHOLD(
      integer("autovacuum_analyze_threshold", 50, 0, Limit.INT).table().notForToast()),
  AUTOVACUUM_ANALYZE_SCALE_FACTOR(
      real("autovacuum_analyze_scale_factor", "0.1", 0, 100).table().notForToast()),
  AUTOVACUUM_FREEZE_MAX_AGE(
      integer("autovacuum_freeze_max_age", 200_000_000, 100_000, 2_000_000_000)
          .in(POSTMASTER)
          .table()),
  AUTOVACUUM_MULTIXACT_FREEZE_MAX_AGE(
      integer("autovacuum_multixact_freeze_max_age", 400_000_000, 10_000, 2_000_000_000)
          .in(POSTMASTER)
          .table()),
  AUTOVACUUM_VACUUM_COST_DELAY(
      integer("autovacuum_vacuum_cost_delay", 20, -1, 100)
          .unit("ms")
          .table()
          .from(V12)
          .kind(Kind.REAL)
          .boot("2")),
  AUTOVACUUM_VACUUM_COST_LIMIT(integer("autovacuum_vacuum_cost_limit", -1, -1, 10_000).table()),
  AUTOVACUUM_WORK_MEM(integer("autovacuum_work_mem", -1, -1, Limit.INT).unit("kB")),
  AUTOVACUUM_MAX_PARALLEL_WORKERS(
      integer("autovacuum_max_parallel_workers", 0, 0, 1024)
          .since(V19)
          .table("autovacuum_parallel_workers")
          .notForToast()),
  AUTOVACUUM_FREEZE_SCORE_WEIGHT(weight("autovacuum_freeze_score_weight")),
  AUTOVACUUM_MULTIXACT_FREEZE_SCORE_WEIGHT(weight("autovacuum_multixact_freeze_score_weight")),
  AUTOVACUUM_VACUUM_SCORE_WEIGHT(weight("autovacuum_vacuum_score_weight")),
  AUTOVACUUM_VACUUM_INSERT_SCORE_WEIGHT(weight("autovacuum_vacuum_insert_score_weight")),
  AUTOVACUUM_ANALYZE_SCORE_WEIGHT(weight("autovacuum_analyze_score_weight")),
  LOG_AUTOVACUUM_MIN_DURATION(
      integer("log_autovacuum_min_duration", -1, -1, Limit.INT)
          .unit("ms")
          .table()
          .from(V15)
          .boot("600000")),
  LOG_AUTOANALYZE_MIN_DURATION(
      integer("log_autoanalyze_min_duration", 600_000, -1, Limit.INT)
          .unit("ms")
          .since(V19)
          .table()
          .notForToast()),
  VACUUM_COST_DELAY(
      integer("vacuum_cost_delay", 0, 0, 100).unit("ms").in(USER).from(V12).kind(Kind.REAL)),
  VACUUM_COST_LIMIT(integer("vacuum_cost_limit", 200, 1, 10_000).in(USER)),
  VACUUM_COST_PAGE_HIT(integer("vacuum_cost_page_hit", 1, 0, 10_000).in(USER)),
  VACUUM_COST_PAGE_MISS(
      integer("vacuum_cost_page_miss", 10, 0, 10_000).in(USER).from(V14).boot("2")),
  VACUUM_COST_PAGE_DIRTY(integer("vacuum_cost_page_dirty", 20, 0, 10_000).in(USER)),
  VACUUM_FREEZE_MIN_AGE(
      integer("vacuum_freeze_min_age", 50_000_000, 0, 1_000_000_000)
          .in(USER)
          .table("autovacuum_freeze_min_age")),
  VACUUM_FREEZE_TABLE_AGE(
      integer("vacuum_freeze_table_age", 150_000_000, 0, 2_000_000_000)
          .in(USER)
          .table("autovacuum_freeze_table_age")),
  VACUUM_MULTIXACT_FREEZE_MIN_AGE(
      integer("vacuum_multixact_freeze_min_age", 5_000_000, 0, 1_000_000_000)
          .in(USER)
          .table("autovacuum_multixact_freeze_min_age")),
  VACUUM_MULTIXACT_FREEZE_TABLE_AGE(
      integer("vacuum_multixact_freeze_table_age", 150_000_000, 0, 2_000_000_000)
          .in(USER)
          .table("autovacuum_multixact_freeze_table_age")),
  VACUUM_FAILSAFE_AGE(
      integer("vacuum_failsafe_age", 1_600_000_000, 0, 2_100_000_000).in(USER).since(V14)),
  VACUUM_MULTIXACT_FAILSAFE_AGE(
      integer("vacuum_multixact_failsafe_age", 1_600_000_000, 0, 2_100_000_000)
          .in(USER)
          .since(V14)),
  VACUUM_MAX_EAGER_FREEZE_FAILURE_RATE(
      real("vacuum_max_eager_freeze_failure_rate", "0.03", 0, 1).in(USER).since(V18).table()),
  VACUUM_TRUNCATE(bool("vacuum_truncate", "on").in(USER).since(V18).tableSince(V12)),
  /// A storage parameter only.
  VACUUM_INDEX_CLEANUP(
      bool("vacuum_index_cleanup", "on")
          .neverOnServer()
          .tableSince(V12)
          .from(V14)
          .kind(Kind.ENUM)
          .boot("auto")),
  /// A storage parameter only.
  FILLFACTOR(integer("fillfactor", 100, 10, 100).table().notForToast().neverOnServer()),
  VACUUM_BUFFER_USAGE_LIMIT(
      integer("vacuum_buffer_usage_limit", 256, 0, 16_777_216)
          .unit("kB")
          .in(USER)
          .since(V16)
          .from(V17)
          .boot("2048")),
  MAINTENANCE_WORK_MEM(
      integer("maintenance_work_mem", 65_536, 1024, Limit.INT)
          .unit("kB")
          .in(USER)
          .from(V17)
          .range(64, Limit.INT)),
  VACUUM_CLEANUP_INDEX_SCALE_FACTOR(
      real("vacuum_cleanup_index_scale_factor", "0.1", 0, 1e10).in(USER).since(V11).until(V14)),
  VACUUM_DEFER_CLEANUP_AGE(integer("vacuum_defer_cleanup_age", 0, 0, 1_000_000).until(V16)),
  OLD_SNAPSHOT_THRESHOLD(
      integer("old_snapshot_threshold", -1, -1, 86_400).unit("min").in(POSTMASTER).until(V17)),
  TRACK_COUNTS(bool("track_counts", "on").in(SUPERUSER)),
  TRACK_IO_TIMING(bool("track_io_timing", "off").in(SUPERUSER)),
  TRACK_WAL_IO_TIMING(bool("track_wal_io_timing", "off").in(SUPERUSER).since(V14)),
  TRACK_COST_DELAY_TIMING(bool("track_cost_delay_timing", "off").in(SUPERUSER).since(V18)),
  DEFAULT_STATISTICS_TARGET(integer("default_statistics_target", 100, 1, 10_000).in(USER)),
  MAX_PARALLEL_MAINTENANCE_WORKERS(
      integer("max_parallel_maintenance_workers", 2, 0, 1024).in(USER).since(V11)),
  MAINTENANCE_IO_CONCURRENCY(
      integer("maintenance_io_concurrency", 10, 0, 1000).in(USER).since(V13).from(V18).boot("16")),
  EFFECTIVE_IO_CONCURRENCY(
      integer("effective_io_concurrency", 1, 0, 1000).in(USER).from(V18).boot("16")),
  IO_METHOD(choice("io_method", "worker").in(POSTMASTER).since(V18)),
  HOT_STANDBY_FEEDBACK(bool("hot_standby_feedback", "off")),
  MAX_STANDBY_STREAMING_DELAY(
      integer("max_standby_streaming_delay", 30_000, -1, Limit.INT).unit("ms")),
  RECOVERY_MIN_APPLY_DELAY(
      integer("recovery_min_apply_delay", 0, 0, Limit.INT).unit("ms").since(V12)),
  IDLE_IN_TRANSACTION_SESSION_TIMEOUT(
      integer("idle_in_transaction_session_timeout", 0, 0, Limit.INT).unit("ms").in(USER)),
  IDLE_SESSION_TIMEOUT(
      integer("idle_session_timeout", 0, 0, Limit.INT).unit("ms").in(USER).since(V14)),
  TRANSACTION_TIMEOUT(
      integer("transaction_timeout", 0, 0, Limit.INT).unit("ms").in(USER).since(V17)),
  IDLE_REPLICATION_SLOT_TIMEOUT(
      integer("idle_replication_slot_timeout", 0, 0, Limit.INT).unit("s").since(V18)),
  MAX_SLOT_WAL_KEEP_SIZE(
      integer("max_slot_wal_keep_size", -1, -1, Limit.INT).unit("MB").since(V13)),
  CHECKPOINT_COMPLETION_TARGET(
      real("checkpoint_completion_target", "0.5", 0, 1).from(V14).boot("0.9")),
  LOG_CHECKPOINTS(bool("log_checkpoints", "off").from(V15).boot("on")),
  LOG_LOCK_WAITS(bool("log_lock_waits", "off").in(SUPERUSER).from(V19).boot("on")),
  MAX_WAL_SIZE(
      integer("max_wal_size", 64, 2, Limit.INT).unit("16MB").from(V10).unit("MB").boot("1024")),
  CHECKPOINT_TIMEOUT(integer("checkpoint_timeout", 300, 30, 86_400).unit("s")),
  DEADLOCK_TIMEOUT(integer("deadlock_timeout", 1000, 1, Limit.INT).unit("ms").in(SUPERUSER)),
  SHARED_BUFFERS(
      integer("shared_buffers", 1024, 16, 1_073_741_823)
          .unit("8kB")
          .in(POSTMASTER)
          .from(V15)
          .boot("16384")),
  BLOCK_SIZE(integer("block_size", 8192, 8192, 8192).in(INTERNAL));

  /// The type of its value.
  public enum Kind {
    BOOL,
    INTEGER,
    REAL,
    ENUM
  }

  /// `INT_MAX`, where PostgreSQL sets no other limit.
  private static final class Limit {
    static final int INT = Integer.MAX_VALUE;
  }

  private static final Map<String, Setting> BY_NAME =
      Stream.of(values()).collect(Collectors.toMap(Setting::parameter, Function.identity()));

  // Nobody tells the traits anything after the constants are made.
  @SuppressWarnings("ImmutableEnumChecker")
  private final SettingTraits traits;

  Setting(SettingTraits traits) {
    this.traits = traits;
  }

  private static SettingTraits weight(String name) {
    return real(name, "1", 0, 10).since(V19);
  }

  /// The setting PostgreSQL calls `name`.
  public static Optional<Setting> named(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  /// The setting that stands behind a storage parameter (without `toast.`).
  public static Optional<Setting> ofStorageParameter(String name) {
    return Stream.of(values())
        .filter(each -> each.storageParameter().filter(name::equals).isPresent())
        .findFirst();
  }

  /// PostgreSQL's name of it.
  public String parameter() {
    return traits.parameter;
  }

  /// Whether a server of this release has the setting.
  public boolean isIn(Release release) {
    return traits.onServer.at(release);
  }

  public Kind kind(Release release) {
    return traits.kind.at(release);
  }

  /// The value of a server nobody configured (`boot_val`), in [#unit]; nothing where the release
  /// has no such setting.
  public Optional<String> bootValue(Release release) {
    return isIn(release) ? traits.boot.in(release) : Optional.empty();
  }

  /// The unit in which `pg_settings` gives the value: `kB`, `8kB`, `ms`, …
  public Optional<String> unit(Release release) {
    return traits.unit.in(release);
  }

  public Optional<Double> min(Release release) {
    return traits.min.in(release);
  }

  public Optional<Double> max(Release release) {
    return traits.max.in(release);
  }

  public SettingContext context(Release release) {
    return traits.context.at(release);
  }

  /// The storage parameter of a table that stands for it, without `toast.`.
  public Optional<String> storageParameter() {
    return Optional.ofNullable(traits.storageParameter);
  }

  /// Whether a table of this release can have its own value.
  public boolean isTableParameterIn(Release release) {
    return traits.onTable.at(release);
  }

  /// Whether a TOAST table of this release can have its own value (`toast.…`).
  public boolean isToastParameterIn(Release release) {
    return traits.toast && isTableParameterIn(release);
  }

  /// PostgreSQL's name of it.
  @Override
  public String toString() {
    return parameter();
  }
}
