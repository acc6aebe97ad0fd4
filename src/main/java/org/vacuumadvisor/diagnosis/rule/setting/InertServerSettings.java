package org.vacuumadvisor.diagnosis.rule.setting;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.postgres.DeadRowMemory;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.SettingValue;
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

  /// Where the first line stands that has the files refused.
  static final String REFUSED = "pg_file_settings.error";

  /// Where the first line stands whose value is none.
  private static final String NO_VALUE = "pg_file_settings.refused";

  private static final double FREEZE_TABLE_AGE = 0.95;

  private final ServerSettings settings;
  private final List<InertSetting.Inert> found = new ArrayList<>();

  private InertServerSettings(ServerSettings settings) {
    this.settings = settings;
  }

  /// What it goes by.
  static Stream<Setting> read() {
    return Stream.concat(
        OF_RESTART.stream(),
        Stream.of(
            Setting.AUTOVACUUM_WORK_MEM,
            Setting.MAINTENANCE_WORK_MEM,
            Setting.VACUUM_FREEZE_TABLE_AGE));
  }

  static Stream<InertSetting.Inert> of(Evidence evidence) {
    var inert = new InertServerSettings(evidence.settings());
    OF_RESTART.forEach(inert::pending);
    inert.settings.value(REFUSED).ifPresentOrElse(inert::refused, inert::written);
    inert.settings.value(NO_VALUE).ifPresent(inert::withoutValue);
    inert.memory();
    inert.freezeTableAge();
    inert.workersWithoutSlots();
    return inert.found.stream();
  }

  private void inert(
      String what, String source, String cause, String bar, String ground, Remedy... remedies) {
    found.add(
        new InertSetting.Inert(what, source, cause, bar, ground, List.of(remedies), List.of()));
  }

  private void pending(Setting setting) {
    settings
        .value(setting)
        .filter(SettingValue::waitsForRestart)
        .ifPresent(value ->
            inert(
                "the new " + setting.parameter(),
                "pg_settings.pending_restart",
                "restart",
                value.setting() + " until the server is started again",
                "pg_settings.context = postmaster",
                Remedy.Act.said("restart", setting.parameter())));
  }

  /// What no reload changes until somebody mends it: a line that PostgreSQL cannot read has it
  /// refuse all files, and not start again.
  private void refused(SettingValue line) {
    inert(
        "A reload",
        REFUSED,
        "refused",
        line.setting(),
        "ProcessConfigFile()",
        new Remedy.Act("Mend the configuration file: " + line.setting()),
        new Remedy.Reload());
  }

  /// The server goes on with what it had, and does not start again with such a line.
  private void withoutValue(SettingValue line) {
    inert(
        line.setting(),
        NO_VALUE,
        "no-value",
        "the value before it, until the line is mended",
        "set_config_option()",
        Remedy.Act.said("mend-line", line.setting()),
        new Remedy.Reload());
  }

  private void written() {
    var waiting =
        settings.values().values().stream()
            .flatMap(each ->
                each.waitsForReload().stream()
                    .map(value ->
                        "%s = %s, written and not loaded (now %s)"
                            .formatted(each.name(), value, inEffect(each))))
            .sorted()
            .toList();
    if (!waiting.isEmpty()) {
      inert(
          String.join(", ", waiting),
          "pg_file_settings",
          "not-loaded",
          "the values in effect until a reload",
          "pg_reload_conf()",
          new Remedy.Reload());
    }
  }

  /// With its unit: `86400 s`, `16384 × 8kB`.
  private static String inEffect(SettingValue value) {
    var unit = Objects.requireNonNullElse(value.unit(), "");
    return value.setting()
        + (unit.isEmpty() ? "" : (Character.isDigit(unit.charAt(0)) ? " × " : " ") + unit);
  }

  /// Nothing is lost by leaving it.
  private void memory() {
    var now = settings.autovacuumWorkMem().value();
    DeadRowMemory.usefulMost(settings.release())
        .filter(limit -> now.compareTo(limit) > 0)
        .ifPresent(limit ->
            inert(
                "What autovacuum may use beyond %s of its %s".formatted(limit, now),
                "autovacuum_work_mem, or maintenance_work_mem where that is -1",
                "largest-array",
                "at most %s, 178,956,970 dead rows".formatted(limit),
                "MaxAllocSize"));
  }

  private void freezeTableAge() {
    long age = settings.integer(Setting.VACUUM_FREEZE_TABLE_AGE).orElse(0L);
    double cap = FREEZE_TABLE_AGE * (double) settings.freezeMaxAge().count();
    boolean isOfDefault = // of a server whose freeze_max_age alone was lowered
        Setting.VACUUM_FREEZE_TABLE_AGE
            .bootValue(settings.release())
            .filter(Long.toString(age)::equals)
            .isPresent();
    if (!isOfDefault && (double) age > cap) {
      inert(
          "vacuum_freeze_table_age = " + Quantities.count(age),
          "pg_settings",
          "forced-before",
          "95 % of autovacuum_freeze_max_age, " + Quantities.count(cap),
          "vacuum_get_cutoffs()",
          SettingBound.toDefault(Setting.VACUUM_FREEZE_TABLE_AGE, "vacuum freezes as it does now"));
    }
  }

  private void workersWithoutSlots() {
    long workers = settings.integer(Setting.AUTOVACUUM_MAX_WORKERS).orElse(0L);
    var slots = settings.integer(Setting.AUTOVACUUM_WORKER_SLOTS);
    if (slots.isPresent() && settings.lacksWorkerSlots()) {
      String some = Long.toString(slots.get());
      String all = Long.toString(workers);
      inert(
          "autovacuum_max_workers above " + some,
          "pg_settings",
          "no-slots",
          "autovacuum_worker_slots = " + some,
          "check_av_worker_gucs()",
          new Remedy.Tune(
              Setting.AUTOVACUUM_WORKER_SLOTS,
              new Goal.Count(
                  workers,
                  new Effect.Predicted(
                      "workers that can run at once", some, all, "the smaller of both settings"))));
    }
  }
}
