package org.vacuumadvisor.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.postgres.AutovacuumOptions.Balance;
import org.vacuumadvisor.unit.XidAge;

class AutovacuumOptionsTest {
  private static final ServerSettings SERVER =
      ServerSettings.unknown(Release.V18)
          .with(Setting.AUTOVACUUM_VACUUM_THRESHOLD, "70")
          .with(Setting.AUTOVACUUM_VACUUM_COST_LIMIT, "1000");

  @Test
  void everyValueSaysWhereItComesFrom() {
    var options = options(Map.of("autovacuum_vacuum_scale_factor", "0.01"));

    assertEquals(
        new Effective<>(70L, new Origin.Server(Setting.AUTOVACUUM_VACUUM_THRESHOLD)),
        options.vacuumThreshold());
    assertEquals(
        new Effective<>(0.01, new Origin.OwnParameter("autovacuum_vacuum_scale_factor")),
        options.vacuumScaleFactor());
    assertEquals(
        new Effective<>(50L, new Origin.ReleaseDefault(Setting.AUTOVACUUM_ANALYZE_THRESHOLD)),
        options.analyzeThreshold());
    assertEquals(
        new Effective<>(1000L, new Origin.Server(Setting.AUTOVACUUM_VACUUM_COST_LIMIT)),
        options.costLimit());
  }

  @Test
  void aMissingSettingHasNoEffect() {
    var options =
        AutovacuumOptions.of(
            Release.V12, ServerSettings.unknown(Release.V12), StorageParameters.NONE);

    assertEquals(
        new Effective<>(-1L, new Origin.NotInRelease(Setting.AUTOVACUUM_VACUUM_INSERT_THRESHOLD)),
        options.insertThreshold());
  }

  @Test
  void aToastTableFollowsItsParentUntilItHasAParameterOfItsOwn() {
    var parent = new StorageParameters(Map.of("autovacuum_vacuum_threshold", "10"));
    var own = new StorageParameters(Map.of("autovacuum_vacuum_scale_factor", "0"));

    assertEquals(
        new Effective<>(10L, new Origin.ParentParameter("autovacuum_vacuum_threshold")),
        AutovacuumOptions.of(Release.V18, SERVER, StorageParameters.NONE, parent)
            .vacuumThreshold());
    assertEquals(
        new Effective<>(70L, new Origin.Server(Setting.AUTOVACUUM_VACUUM_THRESHOLD)),
        AutovacuumOptions.of(Release.V18, SERVER, own, parent).vacuumThreshold());
  }

  @Test
  void whoDisabledAutovacuumIsTold() {
    var off = Map.of("autovacuum_enabled", "false");

    assertEquals(AutovacuumState.ON, options(Map.of()).state());
    assertEquals(AutovacuumState.OFF_FOR_TABLE, options(off).state());
    assertEquals(
        AutovacuumState.OFF_FOR_PARENT,
        AutovacuumOptions.of(
                Release.V18, SERVER, StorageParameters.NONE, new StorageParameters(off))
            .state());
    assertEquals(
        AutovacuumState.OFF_ON_SERVER,
        AutovacuumOptions.of(
                Release.V18, SERVER.with(Setting.AUTOVACUUM, "off"), StorageParameters.NONE)
            .state());
    assertEquals(
        AutovacuumState.WITHOUT_COUNTS,
        AutovacuumOptions.of(
                Release.V18, SERVER.with(Setting.TRACK_COUNTS, "off"), StorageParameters.NONE)
            .state());
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # release, parameter,                    value, balance
          9.6,       autovacuum_vacuum_cost_delay, 0,     SHARED
          13,        autovacuum_vacuum_cost_delay, 0,     SHARED
          13,        autovacuum_vacuum_cost_delay, 10,    BYPASSED
          14,        autovacuum_vacuum_cost_delay, 0,     BYPASSED
          18,        autovacuum_vacuum_cost_delay, 2.5,   BYPASSED
          13,        autovacuum_vacuum_cost_limit, 500,   BYPASSED
          18,        autovacuum_vacuum_cost_limit, 500,   BYPASSED
          18,        autovacuum_vacuum_threshold,  500,   SHARED
          """)
  void aCostParameterTakesATableOutOfTheBalance(
      String major, String parameter, String value, Balance balance) {
    var release = Release.ofMajor(major);

    assertEquals(
        balance,
        AutovacuumOptions.of(
                release,
                ServerSettings.unknown(release),
                new StorageParameters(Map.of(parameter, value)))
            .balance());
  }

  @Test
  void freezeAgesAreCappedByTheServersLimit() {
    var options =
        options(
            Map.of(
                "autovacuum_freeze_min_age", "500000000",
                "autovacuum_freeze_table_age", "500000000"));

    assertEquals(new XidAge(100_000_000), options.freezeMinAge().value());
    assertEquals(new XidAge(190_000_000), options.freezeTableAge().value());
  }

  private static AutovacuumOptions options(Map<String, String> own) {
    return AutovacuumOptions.of(Release.V18, SERVER, new StorageParameters(own));
  }
}
