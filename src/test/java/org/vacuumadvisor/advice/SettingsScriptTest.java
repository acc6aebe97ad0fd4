package org.vacuumadvisor.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.postgres.Setting;

class SettingsScriptTest {
  private static final String SCALE = "autovacuum_vacuum_scale_factor";

  @Test
  void isEmptyWhereNothingIsToBeChanged() {
    assertEquals("", script(Map.of(), Map.of(), Given.server().evidence()));
  }

  @Test
  void setsSettingsOfTheServerAndReloads() {
    assertEquals(
        """
        ALTER SYSTEM SET autovacuum_naptime = '10s';
        SELECT pg_catalog.pg_reload_conf();\
        """,
        script(Map.of(Setting.AUTOVACUUM_NAPTIME, "10s"), Map.of(), Given.server().evidence()));
  }

  @Test
  void reloadsOnceAfterAllSettings() {
    assertEquals(
        """
        ALTER SYSTEM SET autovacuum_vacuum_scale_factor = '0.05';
        ALTER SYSTEM SET autovacuum_naptime = '10s';
        SELECT pg_catalog.pg_reload_conf();\
        """
            .lines()
            .sorted()
            .toList(),
        script(
                Map.of(
                    Setting.AUTOVACUUM_NAPTIME, "10s",
                    Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR, "0.05"),
                Map.of(),
                Given.server().evidence())
            .lines()
            .sorted()
            .toList());
  }

  /// "command line" ranks above what ALTER SYSTEM writes.
  @Test
  void saysWhereToChangeWhatNoStatementChanges() {
    var evidence =
        Given.server().with(Setting.AUTOVACUUM_NAPTIME, "60", "command line", null).evidence();

    assertEquals(
        "-- autovacuum_naptime = 10s: It is given on the server's command line, which overrides"
            + " ALTER SYSTEM: change it there.",
        script(Map.of(Setting.AUTOVACUUM_NAPTIME, "10s"), Map.of(), evidence));
  }

  @Test
  void quotesTheNamesOfTables() {
    var evidence = Given.server().with(Given.table("orders\"; DROP TABLE x; --")).evidence();
    var table = evidence.survey().relations().getFirst();

    assertEquals(
        "ALTER TABLE public.\"orders\"\"; DROP TABLE x; --\" SET"
            + " (autovacuum_vacuum_scale_factor = 0.01);",
        script(Map.of(), Map.of(table.key(), Map.of(SCALE, "0.01")), evidence)
            .lines()
            .reduce((_, last) -> last)
            .orElseThrow());
  }

  @Test
  void saysNothingOfTablesThatAreNotThere() {
    assertEquals(
        "",
        script(
            Map.of(),
            Map.of(new RelationKey(1, 99_999), Map.of(SCALE, "0.01")),
            Given.server().evidence()));
  }

  private static String script(
      Map<Setting, String> settings,
      Map<RelationKey, Map<String, String>> parameters,
      Evidence evidence) {
    return SettingsScript.of(settings, parameters, evidence);
  }
}
