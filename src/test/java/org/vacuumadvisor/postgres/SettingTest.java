package org.vacuumadvisor.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SettingTest {
  /// CREATE TABLE, "Storage Parameters", of each release.
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # storage parameter, first release, release before, of TOAST tables
          autovacuum_vacuum_insert_threshold, 13, 12,  true
          autovacuum_vacuum_max_threshold,    18, 17,  true
          autovacuum_vacuum_threshold,        9.6, ,   true
          autovacuum_analyze_threshold,       9.6, ,   false
          log_autovacuum_min_duration,        9.6, ,   true
          vacuum_truncate,                    12, 11,  true
          """)
  void tablesHaveThemFromARelease(String parameter, String first, String before, boolean ofToast) {
    var setting = Setting.ofStorageParameter(parameter).orElseThrow();
    var release = Release.ofMajor(first);

    assertEquals(Optional.of(parameter), setting.storageParameter());
    assertTrue(setting.isTableParameterIn(release));
    assertEquals(ofToast, setting.isToastParameterIn(release));
    if (before != null) {
      assertFalse(setting.isTableParameterIn(Release.ofMajor(before)));
      assertFalse(setting.isToastParameterIn(Release.ofMajor(before)));
    }
  }

  @Test
  void mostSettingsAreTheServersAlone() {
    assertEquals(Optional.empty(), Setting.ofStorageParameter("autovacuum_naptime"));
    assertFalse(Setting.AUTOVACUUM_NAPTIME.isTableParameterIn(Release.V18));
    assertFalse(Setting.AUTOVACUUM_NAPTIME.isToastParameterIn(Release.V18));
  }

  /// `autovacuum_vacuum_cost_delay` takes fractions of a millisecond since 12.
  @ParameterizedTest
  @CsvSource({"11, INTEGER", "12, REAL"})
  void kindsChange(String major, Setting.Kind kind) {
    assertEquals(kind, Setting.AUTOVACUUM_VACUUM_COST_DELAY.kind(Release.ofMajor(major)));
  }

  @ParameterizedTest
  @EnumSource
  void onlyThePostmasterNeedsARestart(SettingContext context) {
    assertEquals(context.toString().equals("postmaster"), context.needsRestart());
  }

  @Test
  void isConfiguredWhereItsValueIsNotTheDefault() {
    assertEquals(Optional.of(false), from("default").configured());
    assertEquals(Optional.of(true), from("configuration file").configured());
    assertEquals(Optional.empty(), SettingValue.of("autovacuum", "on").configured());
  }

  @Test
  void keepsItsUnitWhenItIsChanged() {
    var value = from("default").changedTo("128");

    assertEquals("128", value.setting());
    assertEquals("16MB", value.unit());
  }

  @Test
  void aValueIsTheTablesOrTheServers() {
    var naptime = Setting.AUTOVACUUM_NAPTIME;

    assertTrue(new Effective<>(1, new Origin.OwnParameter("a")).isOfTable());
    assertTrue(new Effective<>(1, new Origin.ParentParameter("a")).isOfTable());
    assertFalse(new Effective<>(1, new Origin.Server(naptime)).isOfTable());
    assertFalse(new Effective<>(1, new Origin.ReleaseDefault(naptime)).isOfTable());
    assertFalse(new Effective<>(1, new Origin.NotInRelease(naptime)).isOfTable());
  }

  private static SettingValue from(String source) {
    return new SettingValue(
        "max_wal_size", "64", "16MB", "sighup", source, "64", "64", false, null, null);
  }
}
