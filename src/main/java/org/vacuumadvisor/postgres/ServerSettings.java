package org.vacuumadvisor.postgres;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.XidAge;

/// What we know of `pg_settings` of one server. A setting it does not contain is unknown; who wants
/// the default of the release instead says so (`…OrDefault`, `effective…`).
public record ServerSettings(Release release, Map<String, SettingValue> values) {
  public ServerSettings {
    values = Map.copyOf(values);
  }

  /// A server of that release of which no setting is known.
  public static ServerSettings unknown(Release release) {
    return new ServerSettings(release, Map.of());
  }

  public Optional<SettingValue> value(Setting setting) {
    return value(setting.parameter());
  }

  public Optional<SettingValue> value(String name) {
    return Optional.ofNullable(values.get(name));
  }

  public Optional<String> text(Setting setting) {
    return value(setting).map(SettingValue::setting);
  }

  /// The value in its unit (`pg_settings.unit`).
  public Optional<Long> integer(Setting setting) {
    return real(setting).map(Math::round);
  }

  /// The value in its unit (`pg_settings.unit`).
  public Optional<Double> real(Setting setting) {
    return text(setting).flatMap(text -> ParsedNumber.in(unit(setting).orElse(null), text));
  }

  public Optional<Boolean> bool(Setting setting) {
    return text(setting).flatMap(ParsedBoolean::of);
  }

  /// The value of a memory setting; empty also where it is negative, which always means "none" or
  /// "as another setting".
  public Optional<Bytes> bytes(Setting setting) {
    return real(setting).flatMap(number -> inBytes(setting, number));
  }

  /// The value of a setting with a time unit, in milliseconds; negative where it is off.
  public Optional<Double> milliseconds(Setting setting) {
    return unit(setting)
        .flatMap(ParsedNumber::millisecondsIn)
        .flatMap(factor -> real(setting).map(number -> number * factor));
  }

  /// The known value, else the default of the release.
  ///
  /// @throws IllegalArgumentException if the release has no such setting
  public long integerOrDefault(Setting setting) {
    return Math.round(realOrDefault(setting));
  }

  /// The known value, else the default of the release.
  ///
  /// @throws IllegalArgumentException if the release has no such setting
  public double realOrDefault(Setting setting) {
    return real(setting).orElseGet(() -> ParsedNumber.in(null, defaultOf(setting)).orElseThrow());
  }

  /// The known value, else the default of the release.
  ///
  /// @throws IllegalArgumentException if the release has no such setting
  public boolean boolOrDefault(Setting setting) {
    return bool(setting).orElseGet(() -> ParsedBoolean.of(defaultOf(setting)).orElseThrow());
  }

  /// The known value or the default of the release, and which of them it is.
  ///
  /// @throws IllegalArgumentException if the release has no such setting
  public Effective<Double> effectiveReal(Setting setting) {
    return new Effective<>(
        realOrDefault(setting),
        real(setting).isPresent()
            ? new Origin.Server(setting)
            : new Origin.ReleaseDefault(setting));
  }

  /// The known value or the default of the release, and which of them it is.
  ///
  /// @throws IllegalArgumentException if the release has no such setting
  public Effective<Long> effectiveInteger(Setting setting) {
    return effectiveReal(setting).map(Math::round);
  }

  /// What autovacuum workers sleep, in milliseconds: -1 follows `vacuum_cost_delay`.
  public Effective<Double> autovacuumCostDelay() {
    var own = effectiveReal(Setting.AUTOVACUUM_VACUUM_COST_DELAY);
    return own.value() >= 0 ? own : effectiveReal(Setting.VACUUM_COST_DELAY);
  }

  /// The cost limit of autovacuum: -1 and 0 follow `vacuum_cost_limit`.
  public Effective<Long> autovacuumCostLimit() {
    var own = effectiveInteger(Setting.AUTOVACUUM_VACUUM_COST_LIMIT);
    return own.value() > 0 ? own : effectiveInteger(Setting.VACUUM_COST_LIMIT);
  }

  /// How many workers of autovacuum there can be at a time.
  public int mostWorkers() {
    long most = integerOrDefault(Setting.AUTOVACUUM_MAX_WORKERS);
    return Math.toIntExact(
        Setting.AUTOVACUUM_WORKER_SLOTS.isIn(release)
            ? Math.min(most, integerOrDefault(Setting.AUTOVACUUM_WORKER_SLOTS))
            : most);
  }

  /// Whether more workers are allowed than can run, so that allowing more of them brings none.
  public boolean lacksWorkerSlots() {
    return mostWorkers() < integerOrDefault(Setting.AUTOVACUUM_MAX_WORKERS);
  }

  /// The memory of one autovacuum worker: -1 follows `maintenance_work_mem`.
  public Effective<Bytes> autovacuumWorkMem() {
    var own = effectiveReal(Setting.AUTOVACUUM_WORK_MEM);
    return own.value() >= 0
        ? memory(Setting.AUTOVACUUM_WORK_MEM)
        : memory(Setting.MAINTENANCE_WORK_MEM);
  }

  /// The memory of a manual VACUUM.
  public Effective<Bytes> maintenanceWorkMem() {
    return memory(Setting.MAINTENANCE_WORK_MEM);
  }

  /// The age below which no row is frozen for its age: at most half of `autovacuum_freeze_max_age`.
  public XidAge freezeMinAge() {
    return atMost(Setting.VACUUM_FREEZE_MIN_AGE, freezeMaxAge().count() / 2);
  }

  /// The age from which any vacuum is aggressive: at most 95 % of `autovacuum_freeze_max_age`.
  public XidAge freezeTableAge() {
    return atMost(Setting.VACUUM_FREEZE_TABLE_AGE, capped(0.95, freezeMaxAge()));
  }

  /// The same in multixacts.
  public XidAge multixactFreezeTableAge() {
    return atMost(Setting.VACUUM_MULTIXACT_FREEZE_TABLE_AGE, capped(0.95, multixactFreezeMaxAge()));
  }

  /// The age past which autovacuum is forced on a table without a lower limit of its own.
  public XidAge freezeMaxAge() {
    return new XidAge(integerOrDefault(Setting.AUTOVACUUM_FREEZE_MAX_AGE));
  }

  /// The same in multixacts, before the members in use lower it ([MultixactLimit]).
  public XidAge multixactFreezeMaxAge() {
    return new XidAge(integerOrDefault(Setting.AUTOVACUUM_MULTIXACT_FREEZE_MAX_AGE));
  }

  /// The age past which a vacuum drops everything but freezing: at least 105 % of
  /// `autovacuum_freeze_max_age`. Empty where the release has no failsafe.
  public Optional<XidAge> failsafeAge() {
    return atLeast(Setting.VACUUM_FAILSAFE_AGE, capped(1.05, freezeMaxAge()));
  }

  /// The same in multixacts.
  public Optional<XidAge> multixactFailsafeAge() {
    return atLeast(Setting.VACUUM_MULTIXACT_FAILSAFE_AGE, capped(1.05, multixactFreezeMaxAge()));
  }

  /// The size of a page: 8192 unless the server was built otherwise.
  public int blockSize() {
    return Math.toIntExact(integerOrDefault(Setting.BLOCK_SIZE));
  }

  /// The same server with another value of one setting, in its unit.
  public ServerSettings with(Setting setting, String value) {
    var changed = new LinkedHashMap<>(values);
    changed.put(
        setting.parameter(),
        value(setting)
            .map(known -> known.changedTo(value))
            .orElseGet(() -> SettingValue.of(setting.parameter(), value)));
    return new ServerSettings(release, changed);
  }

  private Effective<Bytes> memory(Setting setting) {
    return effectiveReal(setting).map(number -> inBytes(setting, number).orElse(Bytes.NONE));
  }

  private Optional<Bytes> inBytes(Setting setting, double number) {
    return unit(setting)
        .flatMap(ParsedNumber::bytesIn)
        .filter(_ -> number >= 0)
        .map(factor -> new Bytes((long) (number * factor)));
  }

  private Optional<String> unit(Setting setting) {
    return value(setting)
        .flatMap(known -> Optional.ofNullable(known.unit()))
        .or(() -> setting.unit(release));
  }

  private String defaultOf(Setting setting) {
    return setting
        .bootValue(release)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "PostgreSQL " + release.major() + " has no setting " + setting));
  }

  private XidAge atMost(Setting setting, long cap) {
    return new XidAge(Math.min(integerOrDefault(setting), cap));
  }

  private Optional<XidAge> atLeast(Setting setting, long floor) {
    return setting.isIn(release)
        ? Optional.of(new XidAge(Math.max(integerOrDefault(setting), floor)))
        : Optional.empty();
  }

  /// PostgreSQL computes in double and cuts the fraction off.
  private static long capped(double factor, XidAge age) {
    return (long) ((double) age.count() * factor);
  }
}
