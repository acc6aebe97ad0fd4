package org.vacuumadvisor.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProviderTest {
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # setting,                 provider
          rds.adaptive_autovacuum,   RDS
          cloudsql.iam_authentication, CLOUD_SQL
          azure.extensions,          AZURE
          alloydb.enable_pg_hint_plan, ALLOYDB
          neon.tenant_id,            NEON
          supautils.reserved_roles,  SUPABASE
          pg_stat_statements.max,    PLAIN
          """)
  void settingsGiveTheProviderAway(String setting, Provider provider) {
    assertEquals(provider, Provider.detect(List.of("autovacuum", setting), ""));
  }

  @Test
  void auroraIsMoreThanRds() {
    assertEquals(
        Provider.AURORA,
        Provider.detect(Set.of("rds.extensions", "apg_plan_mgmt.capture_plan_baselines"), ""));
  }

  @Test
  void nothingKnownIsPlainPostgres() {
    assertEquals(Provider.PLAIN, Provider.detect(List.of(), "PostgreSQL 18.6 on x86_64"));
    assertEquals(HowToSet.ALTER_SYSTEM, Provider.PLAIN.howToSet(Setting.AUTOVACUUM, Release.V18));
  }

  /// Of the settings of autovacuum its API takes workers, memory and logging.
  @Test
  void supabaseTakesSomeSettingsOnly() {
    assertEquals(
        HowToSet.PROVIDER_TOOL,
        Provider.SUPABASE.howToSet(Setting.AUTOVACUUM_MAX_WORKERS, Release.V17));
    assertEquals(
        HowToSet.NOT_POSSIBLE,
        Provider.SUPABASE.howToSet(Setting.AUTOVACUUM_VACUUM_COST_LIMIT, Release.V17));
  }

  @Test
  void eachProviderHasItsWay() {
    var naptime = Setting.AUTOVACUUM_NAPTIME;

    assertEquals(HowToSet.PARAMETER_GROUP, Provider.RDS.howToSet(naptime, Release.V17));
    assertEquals(HowToSet.DATABASE_FLAG, Provider.CLOUD_SQL.howToSet(naptime, Release.V17));
    assertEquals(HowToSet.SERVER_PARAMETER, Provider.AZURE.howToSet(naptime, Release.V17));
    assertEquals(HowToSet.NOT_POSSIBLE, Provider.NEON.howToSet(naptime, Release.V17));
    assertEquals(
        HowToSet.ALTER_ROLE_OR_DATABASE,
        Provider.NEON.howToSet(Setting.VACUUM_COST_DELAY, Release.V17));
    assertEquals(HowToSet.NOT_POSSIBLE, Provider.PLAIN.howToSet(Setting.BLOCK_SIZE, Release.V17));
  }

  /// Microsoft Learn, "Adaptive autovacuum": five settings; all others are left alone.
  @Test
  void namesTheTunerThatOverridesASetting() {
    assertTrue(Provider.AZURE.tunerOf(Setting.AUTOVACUUM_VACUUM_COST_LIMIT).isPresent());
    assertTrue(Provider.AZURE.tunerOf(Setting.AUTOVACUUM_NAPTIME).isEmpty());
    assertTrue(Provider.AURORA.tunerOf(Setting.AUTOVACUUM_NAPTIME).isPresent());
    assertTrue(Provider.PLAIN.tunerOf(Setting.AUTOVACUUM_VACUUM_COST_LIMIT).isEmpty());
  }

  @Test
  void theVersionGivesSomeAway() {
    assertEquals(
        Provider.NEON, Provider.detect(List.of(), "PostgreSQL 17.5 (Neon 1234) on x86_64"));
    assertEquals(Provider.AURORA, Provider.detect(List.of("autovacuum"), "Aurora 16.4"));
  }

  @Test
  void allButPlainPostgresIsManaged() {
    for (var each : Provider.values()) {
      assertEquals(!each.label().equals("PostgreSQL"), each.isManaged(), each.label());
    }
  }

  @Test
  void isKnownByTheSettingsOfAServer() {
    var server =
        new ServerSettings(
            Release.V17, Map.of("rds.extensions", SettingValue.of("rds.extensions", "")));

    assertEquals(Provider.RDS, Provider.detect(server.values().keySet(), ""));
  }

  @Test
  void aTunerOverridesSomeSettingsOnly() {
    assertTrue(Provider.RDS.tunerOf(Setting.AUTOVACUUM_VACUUM_COST_LIMIT).isPresent());
    assertTrue(Provider.RDS.tunerOf(Setting.AUTOVACUUM_VACUUM_THRESHOLD).isEmpty());
    assertTrue(Provider.ALLOYDB.tunerOf(Setting.AUTOVACUUM_VACUUM_COST_LIMIT).isPresent());
    assertTrue(Provider.ALLOYDB.tunerOf(Setting.AUTOVACUUM_VACUUM_THRESHOLD).isEmpty());
  }
}
