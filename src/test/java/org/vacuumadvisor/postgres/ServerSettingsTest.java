package org.vacuumadvisor.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.XidAge;

class ServerSettingsTest {
  private static final ServerSettings UNKNOWN = ServerSettings.unknown(Release.V18);

  @Test
  void whatIsNotKnownIsNotGuessed() {
    assertEquals(Optional.empty(), UNKNOWN.integer(Setting.AUTOVACUUM_NAPTIME));
    assertEquals(Optional.empty(), UNKNOWN.bool(Setting.AUTOVACUUM));
    assertEquals(60, UNKNOWN.integerOrDefault(Setting.AUTOVACUUM_NAPTIME));
  }

  @Test
  void aSettingTheReleaseDoesNotHaveHasNoDefault() {
    var old = ServerSettings.unknown(Release.V12);

    assertThrows(
        IllegalArgumentException.class, () -> old.integerOrDefault(Setting.VACUUM_FAILSAFE_AGE));
    assertEquals(Optional.empty(), old.failsafeAge());
  }

  @Test
  void minusOneFollowsTheOtherSetting() {
    var server =
        UNKNOWN
            .with(Setting.AUTOVACUUM_VACUUM_COST_DELAY, "-1")
            .with(Setting.VACUUM_COST_DELAY, "5")
            .with(Setting.VACUUM_COST_LIMIT, "400")
            .with(Setting.MAINTENANCE_WORK_MEM, "131072");

    assertEquals(
        new Effective<>(5.0, new Origin.Server(Setting.VACUUM_COST_DELAY)),
        server.autovacuumCostDelay());
    assertEquals(
        new Effective<>(400L, new Origin.Server(Setting.VACUUM_COST_LIMIT)),
        server.autovacuumCostLimit());
    assertEquals(Bytes.ofMegabytes(128), server.autovacuumWorkMem().value());
    assertEquals(
        Bytes.ofMegabytes(32),
        server.with(Setting.AUTOVACUUM_WORK_MEM, "32768").autovacuumWorkMem().value());
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # release, delay
          9.6,       20
          11,        20
          12,        2
          19,        2
          """)
  void theDefaultDelayIsTheReleases(String major, double delay) {
    var server = ServerSettings.unknown(Release.ofMajor(major));

    assertEquals(delay, server.autovacuumCostDelay().value());
    assertEquals(200, server.autovacuumCostLimit().value());
  }

  @Test
  void theUnitOfTheServerCounts() {
    var row =
        new SettingValue(
            "max_wal_size", "64", "16MB", "sighup", "default", "64", "64", false, null, null);
    var server = new ServerSettings(Release.V9_6, Map.of("max_wal_size", row));

    assertEquals(Optional.of(Bytes.ofGigabytes(1)), server.bytes(Setting.MAX_WAL_SIZE));
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          65536, 64 MB
          64MB,  64 MB
          1GB,   1 GB
          """)
  void valuesMayCarryTheirUnit(String text, String printed) {
    var server = UNKNOWN.with(Setting.MAINTENANCE_WORK_MEM, text);

    assertEquals(printed, server.maintenanceWorkMem().value().toString());
  }

  @Test
  void timesAreMilliseconds() {
    assertEquals(
        Optional.of(90_000.0),
        UNKNOWN.with(Setting.AUTOVACUUM_NAPTIME, "90").milliseconds(Setting.AUTOVACUUM_NAPTIME));
    assertEquals(
        Optional.of(90_000.0),
        UNKNOWN
            .with(Setting.AUTOVACUUM_NAPTIME, "1.5min")
            .milliseconds(Setting.AUTOVACUUM_NAPTIME));
  }

  @Test
  void nonsenseIsNotANumber() {
    assertEquals(
        Optional.empty(),
        UNKNOWN.with(Setting.AUTOVACUUM_NAPTIME, "soon").integer(Setting.AUTOVACUUM_NAPTIME));
    assertEquals(
        Optional.empty(),
        UNKNOWN.with(Setting.AUTOVACUUM_NAPTIME, "1GB").integer(Setting.AUTOVACUUM_NAPTIME));
  }

  @Test
  void freezeAgesAreHeldInTheirLimits() {
    var server =
        UNKNOWN
            .with(Setting.AUTOVACUUM_FREEZE_MAX_AGE, "1800000000")
            .with(Setting.VACUUM_FREEZE_MIN_AGE, "1000000000")
            .with(Setting.VACUUM_FREEZE_TABLE_AGE, "2000000000");

    assertEquals(new XidAge(900_000_000), server.freezeMinAge());
    assertEquals(new XidAge(1_710_000_000), server.freezeTableAge());
    assertEquals(Optional.of(new XidAge(1_890_000_000)), server.failsafeAge());
    assertEquals(Optional.of(new XidAge(1_600_000_000)), UNKNOWN.failsafeAge());
  }

  @ParameterizedTest
  @EnumSource
  void everySettingHasADefaultWithinItsRangeInEveryReleaseThatHasIt(Setting setting) {
    for (Release release : Release.values()) {
      if (setting.isIn(release) && setting.min(release).isPresent()) {
        double value = ServerSettings.unknown(release).realOrDefault(setting);
        boolean within = value >= setting.min(release).get() && value <= setting.max(release).get();
        assertEquals(true, within, setting + " in " + release.major());
      }
      assertEquals(Optional.of(setting), Setting.named(setting.parameter()));
    }
  }

  @Test
  void zeroIsADelayAndAMemoryButNoLimit() {
    var server =
        UNKNOWN
            .with(Setting.AUTOVACUUM_VACUUM_COST_DELAY, "0")
            .with(Setting.VACUUM_COST_DELAY, "5")
            .with(Setting.AUTOVACUUM_VACUUM_COST_LIMIT, "0")
            .with(Setting.VACUUM_COST_LIMIT, "400");

    assertEquals(0.0, server.autovacuumCostDelay().value());
    assertEquals(400L, server.autovacuumCostLimit().value());
  }

  @Test
  void aSwitchNobodyShowedHasItsDefault() {
    assertEquals(true, UNKNOWN.boolOrDefault(Setting.AUTOVACUUM));
    assertEquals(false, UNKNOWN.with(Setting.AUTOVACUUM, "off").boolOrDefault(Setting.AUTOVACUUM));
    assertEquals(false, UNKNOWN.boolOrDefault(Setting.TRACK_COST_DELAY_TIMING));
  }

  @Test
  void aServerCanBeBuiltWithOtherPages() {
    assertEquals(8192, UNKNOWN.blockSize());
    assertEquals(32768, UNKNOWN.with(Setting.BLOCK_SIZE, "32768").blockSize());
  }

  /// guc.c reads integers as C does: with 0x in front to the base of sixteen.
  @Test
  void numbersMayBeHexadecimal() {
    assertEquals(
        Optional.of(90L),
        UNKNOWN.with(Setting.AUTOVACUUM_NAPTIME, "0x5A").integer(Setting.AUTOVACUUM_NAPTIME));
    assertEquals(
        Optional.empty(),
        UNKNOWN.with(Setting.AUTOVACUUM_NAPTIME, "0xZZ").integer(Setting.AUTOVACUUM_NAPTIME));
  }

  @Test
  void changingAValueKeepsWhatElseIsKnownOfIt() {
    var row =
        new SettingValue(
            "max_wal_size", "64", "16MB", "sighup", "default", "64", "64", false, null, null);
    var server = new ServerSettings(Release.V9_6, Map.of("max_wal_size", row));

    assertEquals(
        Optional.of(Bytes.ofGigabytes(2)),
        server.with(Setting.MAX_WAL_SIZE, "128").bytes(Setting.MAX_WAL_SIZE));
  }
}
