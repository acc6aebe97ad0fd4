package org.vacuumadvisor.postgres;

import java.util.Optional;
import java.util.function.Function;
import org.vacuumadvisor.postgres.AutovacuumOptions.Balance;
import org.vacuumadvisor.unit.XidAge;

/// Finds for each option of autovacuum whether the table or the server decides.
///
/// @param originOf where a value of `parameters` comes from, by the parameter's name
record OptionLookup(
    Release release,
    ServerSettings server,
    StorageParameters parameters,
    Function<String, Origin> originOf) {

  AutovacuumOptions options() {
    return new AutovacuumOptions(
        release,
        state(),
        integer(Setting.AUTOVACUUM_VACUUM_THRESHOLD, 0),
        real(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR, 0),
        integer(Setting.AUTOVACUUM_VACUUM_MAX_THRESHOLD, -1),
        integer(Setting.AUTOVACUUM_VACUUM_INSERT_THRESHOLD, -1),
        real(Setting.AUTOVACUUM_VACUUM_INSERT_SCALE_FACTOR, 0),
        integer(Setting.AUTOVACUUM_ANALYZE_THRESHOLD, 0),
        real(Setting.AUTOVACUUM_ANALYZE_SCALE_FACTOR, 0),
        lower(Setting.AUTOVACUUM_FREEZE_MAX_AGE),
        lower(Setting.AUTOVACUUM_MULTIXACT_FREEZE_MAX_AGE),
        capped(Setting.VACUUM_FREEZE_MIN_AGE, server.freezeMaxAge().count() / 2),
        capped(
            Setting.VACUUM_FREEZE_TABLE_AGE,
            (long) ((double) server.freezeMaxAge().count() * 0.95)),
        own(Setting.AUTOVACUUM_VACUUM_COST_DELAY, 0, server.autovacuumCostDelay()),
        own(
                Setting.AUTOVACUUM_VACUUM_COST_LIMIT,
                1,
                server.autovacuumCostLimit().map(Long::doubleValue))
            .map(Math::round),
        balance());
  }

  private AutovacuumState state() {
    if (!server.boolOrDefault(Setting.TRACK_COUNTS)) {
      return AutovacuumState.WITHOUT_COUNTS;
    }
    if (!server.boolOrDefault(Setting.AUTOVACUUM)) {
      return AutovacuumState.OFF_ON_SERVER;
    }
    if (parameters.bool(Setting.AUTOVACUUM).orElse(true)) {
      return AutovacuumState.ON;
    }
    return switch (originOf.apply("autovacuum_enabled")) {
      case Origin.ParentParameter _ -> AutovacuumState.OFF_FOR_PARENT;
      case Origin.OwnParameter _, Origin.Server _, Origin.ReleaseDefault _, Origin.NotInRelease _ ->
          AutovacuumState.OFF_FOR_TABLE;
    };
  }

  private Balance balance() {
    double leastDelay = Feature.ZERO_DELAY_BYPASSES_BALANCE.isIn(release) ? 0 : Double.MIN_VALUE;
    boolean limited = table(Setting.AUTOVACUUM_VACUUM_COST_LIMIT, 1).isPresent();
    boolean delayed = table(Setting.AUTOVACUUM_VACUUM_COST_DELAY, leastDelay).isPresent();
    return limited || delayed ? Balance.BYPASSED : Balance.SHARED;
  }

  private Effective<Long> integer(Setting setting, long least) {
    return real(setting, (double) least).map(Math::round);
  }

  private Effective<Double> real(Setting setting, double least) {
    return setting.isIn(release)
        ? own(setting, least, server.effectiveReal(setting))
        : new Effective<>(-1.0, new Origin.NotInRelease(setting));
  }

  /// The table's value if it is set, that is: at least `least`.
  private Effective<Double> own(Setting setting, double least, Effective<Double> ofServer) {
    return table(setting, least)
        .map(value -> new Effective<>(value, origin(setting)))
        .orElse(ofServer);
  }

  /// A limit that a table can only lower.
  private Effective<XidAge> lower(Setting setting) {
    var ofServer = server.effectiveReal(setting);
    var chosen = own(setting, 0, ofServer);
    return (chosen.value() < ofServer.value() ? chosen : ofServer)
        .map(age -> new XidAge(Math.round(age)));
  }

  private Effective<XidAge> capped(Setting setting, long cap) {
    return own(setting, 0, server.effectiveReal(setting))
        .map(age -> new XidAge(Math.min(Math.round(age), cap)));
  }

  private Optional<Double> table(Setting setting, double least) {
    return parameters
        .real(setting)
        .filter(value -> value >= least && setting.isTableParameterIn(release));
  }

  private Origin origin(Setting setting) {
    return originOf.apply(setting.storageParameter().orElseThrow());
  }
}
