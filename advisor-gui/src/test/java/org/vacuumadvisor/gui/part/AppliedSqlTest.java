package org.vacuumadvisor.gui.part;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/// What takes a reload and what a restart is by `pg_settings.context` of the server.
class AppliedSqlTest {
  @Test
  void readsTheSettingsAgainAfterAlterSystem() {
    assertEquals(
        "ALTER SYSTEM SET autovacuum_naptime = '10s';\nSELECT pg_reload_conf();",
        AppliedSql.of("ALTER SYSTEM SET autovacuum_naptime = '10s'"));
  }

  @Test
  void doesSoOnceForSeveral() {
    assertEquals(
        "ALTER SYSTEM SET autovacuum = on;\nALTER SYSTEM RESET autovacuum_naptime;\n"
            + "SELECT pg_reload_conf();",
        AppliedSql.of("ALTER SYSTEM SET autovacuum = on;\nALTER SYSTEM RESET autovacuum_naptime;"));
    var reloaded = "ALTER SYSTEM SET autovacuum = on;\nSELECT pg_catalog.pg_reload_conf();";
    assertEquals(reloaded, AppliedSql.of(reloaded));
  }

  @Test
  void saysWhatTakesARestart() {
    assertEquals(
        "ALTER SYSTEM SET autovacuum_freeze_max_age = 500000000;\n"
            + "-- autovacuum_freeze_max_age takes a restart of the server.",
        AppliedSql.of("ALTER SYSTEM SET autovacuum_freeze_max_age = 500000000"));
  }

  /// It takes none from 18 on.
  @Test
  void saysFromWhichReleaseOnAReloadIsEnough() {
    assertEquals(
        "ALTER SYSTEM SET autovacuum_max_workers = 6;\nSELECT pg_reload_conf();\n"
            + "-- Before PostgreSQL 18, autovacuum_max_workers takes a restart of the server.",
        AppliedSql.of("ALTER SYSTEM SET autovacuum_max_workers = 6"));
  }

  @Test
  void leavesOtherStatementsAlone() {
    var statement = "ALTER TABLE app.t SET (autovacuum_vacuum_scale_factor = 0.02)";
    assertEquals(statement, AppliedSql.of(statement));
  }
}
