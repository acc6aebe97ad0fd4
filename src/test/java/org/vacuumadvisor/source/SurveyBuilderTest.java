package org.vacuumadvisor.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Provider;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;

class SurveyBuilderTest {
  private static final String ORDINARY =
      """
      server_version|server_version_num|started_at|surveyed_at|role|superuser|monitor|hidden_sessions
      %s|%s|2026-11-01 08:00:00+00|2026-11-21 12:00:00+00|Reader|f|f|2
      """;

  @Test
  void readsWhichServerItIs() throws SourceException {
    var survey = Rows.ofServer().survey();

    assertEquals(Release.V18, survey.server().release());
    assertEquals(Instant.parse("2026-11-21T06:30:00.5Z"), survey.takenAt());
    assertEquals(Reading.of(Provider.PLAIN), survey.server().provider());
    assertFalse(survey.server().hidesSessions());
  }

  @Test
  void refusesRowsThatDoNotSayWhichServerTheyAreOf() {
    var refused = assertThrows(SourceException.class, () -> Rows.none().survey());

    assertTrue(refused.explanation().contains("which server"), refused.explanation());
  }

  @Test
  void refusesAServerOlderThanItKnows() {
    var rows = Rows.none().with(Topic.SERVER, ORDINARY.formatted("9.5.25", "90525"));

    var refused = assertThrows(SourceException.class, rows::survey);

    assertTrue(refused.explanation().contains("9.5.25"), refused.explanation());
    assertTrue(refused.explanation().contains("9.6"), refused.explanation());
  }

  @Test
  void recognizesAManagedServiceByItsSettings() throws SourceException {
    var survey =
        Rows.ofServer()
            .with(Topic.SETTINGS, "name|setting\nrds.superuser_variables|session_replication_role")
            .survey();

    assertEquals(Reading.of(Provider.RDS), survey.server().provider());
  }

  @Test
  void takesSettingsAsOthersSeeThem() throws SourceException {
    var settings =
        Rows.ofServer()
            .with(
                Topic.SETTINGS,
                """
                name|setting|unit|source|reset_val
                autovacuum_naptime|60|s|default|60
                lock_timeout|100|ms|client|100
                maintenance_work_mem|8192|kB|user|8192
                vacuum_cost_delay|5|ms|session|0
                """)
            .survey()
            .settings();

    assertEquals("60", settings.text(Setting.AUTOVACUUM_NAPTIME).orElseThrow());
    assertTrue(settings.value("lock_timeout").isEmpty());
    assertTrue(settings.text(Setting.MAINTENANCE_WORK_MEM).isEmpty());
    assertEquals("0", settings.text(Setting.VACUUM_COST_DELAY).orElseThrow());
  }

  @Test
  void tellsAnOrdinaryRoleTheOneGrant() throws SourceException {
    var coverage =
        Rows.none().with(Topic.SERVER, ORDINARY.formatted("18.6", "180006")).survey().coverage();

    assertEquals(2, coverage.hiddenSessions());
    var gap = coverage.gaps().getFirst();
    assertEquals(Gap.Kind.NO_PRIVILEGE, gap.kind());
    assertEquals("GRANT pg_monitor TO \"Reader\"", gap.remedy());
  }

  @Test
  void knowsNoGrantBeforeThereWasOne() throws SourceException {
    var gaps =
        Rows.none()
            .with(Topic.SERVER, ORDINARY.formatted("9.6.24", "90624"))
            .survey()
            .coverage()
            .gaps();

    assertTrue(String.valueOf(gaps.getFirst().remedy()).contains("superuser"));
  }

  @Test
  void saysThatCountersAreOff() throws SourceException {
    var survey =
        Rows.ofServer()
            .with(Topic.SETTINGS, "name|setting\ntrack_counts|off")
            .with(Topic.TABLES, "oid|nspname|relname|relkind|n_dead_tup\n20000|public|t|r|0")
            .survey();

    assertEquals(
        Reading.missing(Why.TRACKING_OFF), survey.relations().getFirst().get(TableKeys.N_DEAD_TUP));
    assertEquals(
        List.of(Gap.Kind.TRACKING_OFF), survey.coverage().gaps().stream().map(Gap::kind).toList());
  }

  @Test
  void countsDatabasesThatCouldBeSurveyed() throws SourceException {
    var survey =
        Rows.ofServer()
            .with(
                Topic.DATABASES,
                """
                oid|datname|datallowconn|xid_age|multixact_age|stats_reset|xact_commit
                5|shop|t|100|2|2026-11-20 00:00:00+00|7
                4|template0|f|900|0|~|~
                1|template1|t|900|0|~|1
                """)
            .with(Topic.TABLES, "oid|nspname|relname|relkind\n20000|public|t|r")
            .survey();

    assertEquals(2, survey.coverage().databases());
    assertEquals(1, survey.coverage().databasesSurveyed());
    var shop = survey.database("shop").orElseThrow();
    assertTrue(shop.surveyed());
    assertEquals(7, shop.commits());
    assertEquals(100, shop.xidAge().known().orElseThrow().count());
    assertEquals(
        Reading.missing(Why.NOT_APPLICABLE),
        survey.database("template1").orElseThrow().statisticsReset());
  }
}
