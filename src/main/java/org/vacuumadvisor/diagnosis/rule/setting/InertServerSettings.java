package org.vacuumadvisor.diagnosis.rule.setting;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.IndexKeys;
import org.vacuumadvisor.postgres.DeadRowMemory;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.SettingValue;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;

/// The settings of a server that do nothing.
final class InertServerSettings {
  /// Settings whose change only a restart brings, and which matter to vacuum.
  private static final List<Setting> OF_RESTART =
      List.of(
          Setting.AUTOVACUUM_MAX_WORKERS,
          Setting.AUTOVACUUM_WORKER_SLOTS,
          Setting.AUTOVACUUM_FREEZE_MAX_AGE,
          Setting.AUTOVACUUM_MULTIXACT_FREEZE_MAX_AGE);

  /// What it goes by.
  static final List<Setting> READ =
      List.of(
          Setting.AUTOVACUUM_MAX_WORKERS,
          Setting.AUTOVACUUM_WORKER_SLOTS,
          Setting.AUTOVACUUM_FREEZE_MAX_AGE,
          Setting.AUTOVACUUM_MULTIXACT_FREEZE_MAX_AGE,
          Setting.AUTOVACUUM_WORK_MEM,
          Setting.MAINTENANCE_WORK_MEM,
          Setting.AUTOVACUUM_VACUUM_COST_LIMIT,
          Setting.AUTOVACUUM_VACUUM_COST_DELAY,
          Setting.VACUUM_FREEZE_TABLE_AGE,
          Setting.AUTOVACUUM_MAX_PARALLEL_WORKERS);

  private static final double FREEZE_TABLE_AGE = 0.95;

  private InertServerSettings() {}

  static Stream<InertSetting.Inert> of(Evidence evidence) {
    var settings = evidence.survey().settings();
    return Stream.of(
            OF_RESTART.stream().flatMap(each -> pending(each, settings).stream()),
            written(settings).stream(),
            memory(settings).stream(),
            limitWithoutDelay(settings).stream(),
            freezeTableAge(settings).stream(),
            workersWithoutSlots(settings).stream(),
            parallel(evidence).stream())
        .flatMap(each -> each);
  }

  private static Optional<InertSetting.Inert> pending(Setting setting, ServerSettings settings) {
    return settings
        .value(setting)
        .filter(SettingValue::waitsForRestart)
        .map(value ->
            new InertSetting.Inert(
                "the new " + setting.parameter(),
                "pg_settings.pending_restart",
                "It was changed in the configuration file, and PostgreSQL reads it only when it"
                    + " starts.",
                "%s until the server is started again".formatted(value.setting()),
                "pg_settings.context = postmaster",
                List.of(
                    new Remedy.Act(
                        "Restart the server in a quiet hour, or take the change of %s back."
                            .formatted(setting.parameter())))));
  }

  private static Optional<InertSetting.Inert> written(ServerSettings settings) {
    var waiting =
        settings.values().values().stream()
            .flatMap(each ->
                each.waitsForReload().stream()
                    .map(value ->
                        "%s = %s, written and not loaded (now %s)"
                            .formatted(each.name(), value, each.setting())))
            .sorted()
            .toList();
    return waiting.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new InertSetting.Inert(
                String.join(", ", waiting),
                "pg_file_settings",
                "It is written in the configuration files, and nobody has had them read since.",
                "the values in effect until a reload",
                "pg_reload_conf()",
                List.of(new Remedy.Reload())));
  }

  private static Optional<InertSetting.Inert> memory(ServerSettings settings) {
    var most = DeadRowMemory.usefulMost(settings.release());
    var now = settings.autovacuumWorkMem();
    return most.filter(limit -> now.value().compareTo(limit) > 0)
        .map(limit ->
            new InertSetting.Inert(
                "what autovacuum may use beyond %s of its %s".formatted(limit, now.value()),
                "autovacuum_work_mem, or maintenance_work_mem where that is -1",
                "Before 17 the IDs of dead rows are one array, and no array is larger.",
                "at most %s, 178,956,970 dead rows".formatted(limit),
                "MaxAllocSize",
                List.of(
                    new Remedy.Tune(
                        new Subject.Cluster(),
                        Setting.AUTOVACUUM_WORK_MEM,
                        new Goal.Size(
                            Bytes.ofGigabytes(1),
                            new Effect.NotPredicted(
                                "vacuum works as before; it can no longer take what it does not"
                                    + " need"))))));
  }

  private static Optional<InertSetting.Inert> limitWithoutDelay(ServerSettings settings) {
    var limit = settings.integer(Setting.AUTOVACUUM_VACUUM_COST_LIMIT);
    boolean isSet = limit.isPresent() && limit.getAsLong() > 0;
    return isSet && settings.autovacuumCostDelay().value() == 0
        ? Optional.of(
            new InertSetting.Inert(
                "autovacuum_vacuum_cost_limit = " + limit.getAsLong(),
                "pg_settings",
                "Without a delay no vacuum ever sleeps, however much it has done.",
                "a cost delay of 0: no throttling at all",
                "vacuum_delay_point()",
                List.of()))
        : Optional.empty();
  }

  private static Optional<InertSetting.Inert> freezeTableAge(ServerSettings settings) {
    var age = settings.integer(Setting.VACUUM_FREEZE_TABLE_AGE);
    double cap = FREEZE_TABLE_AGE * (double) settings.freezeMaxAge().count();
    boolean isOfDefault = // of a server whose freeze_max_age alone was lowered
        age.isPresent()
            && Setting.VACUUM_FREEZE_TABLE_AGE
                .bootValue(settings.release())
                .filter(Long.toString(age.getAsLong())::equals)
                .isPresent();
    return age.isPresent() && !isOfDefault && (double) age.getAsLong() > cap
        ? Optional.of(
            new InertSetting.Inert(
                "vacuum_freeze_table_age = " + Quantities.count(age.getAsLong()),
                "pg_settings",
                "A vacuum freezes all it can before autovacuum is forced to come, whatever this"
                    + " says.",
                "95 % of autovacuum_freeze_max_age, " + Quantities.count(cap),
                "vacuum_get_cutoffs()",
                List.of()))
        : Optional.empty();
  }

  private static Optional<InertSetting.Inert> workersWithoutSlots(ServerSettings settings) {
    var workers = settings.integer(Setting.AUTOVACUUM_MAX_WORKERS);
    var slots = settings.integer(Setting.AUTOVACUUM_WORKER_SLOTS);
    return workers.isPresent() && slots.isPresent() && workers.getAsLong() > slots.getAsLong()
        ? Optional.of(
            new InertSetting.Inert(
                "autovacuum_max_workers above " + slots.getAsLong(),
                "pg_settings",
                "A worker needs a slot, and slots are made when the server starts.",
                "autovacuum_worker_slots = " + slots.getAsLong(),
                "check_av_worker_gucs()",
                List.of(
                    new Remedy.Tune(
                        new Subject.Cluster(),
                        Setting.AUTOVACUUM_WORKER_SLOTS,
                        new Goal.Count(
                            workers.getAsLong(),
                            new Effect.Predicted(
                                "workers that can run at once",
                                Long.toString(slots.getAsLong()),
                                Long.toString(workers.getAsLong()),
                                Long.toString(workers.getAsLong()),
                                "the smaller of both settings"))))))
        : Optional.empty();
  }

  /// Indexes are vacuumed in parallel, one worker each: a table needs two that are large enough.
  private static Optional<InertSetting.Inert> parallel(Evidence evidence) {
    var settings = evidence.survey().settings();
    var most = settings.integer(Setting.AUTOVACUUM_MAX_PARALLEL_WORKERS);
    var least = settings.value("min_parallel_index_scan_size");
    if (most.isEmpty() || most.getAsLong() <= 0 || least.isEmpty()) {
      return Optional.empty();
    }
    long pages = leastPages(least.get().setting());
    boolean isOfUse =
        evidence.survey().relations().stream()
            .anyMatch(each ->
                each.indexes().stream().filter(index -> index.pages().count() >= pages).count()
                    > 1);
    // an index whose size nobody shows may be large enough
    boolean isUnknown =
        evidence.isPieced()
            || evidence.survey().relations().stream()
                .flatMap(each -> each.indexes().stream())
                .anyMatch(each -> each.get(IndexKeys.RELPAGES).known().isEmpty());
    return isOfUse || isUnknown || evidence.survey().relations().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new InertSetting.Inert(
                "autovacuum_max_parallel_workers = " + most.getAsLong(),
                "pg_settings",
                "Only the indexes of a table are vacuumed in parallel, and no table here has two"
                    + " that are large enough.",
                "two indexes of %s pages and more".formatted(Quantities.count(pages)),
                "min_parallel_index_scan_size",
                List.of()));
  }

  private static long leastPages(String setting) {
    try {
      return Long.parseLong(setting);
    } catch (NumberFormatException _) {
      return 64; // the default, 512 kB
    }
  }
}
