package org.vacuumadvisor.source;

import java.time.Duration;
import org.vacuumadvisor.model.Maintenance;
import org.vacuumadvisor.model.Reading;

/// When a table was vacuumed and analyzed, in a row of [Topic#TABLES].
final class MaintenanceMapping {
  private MaintenanceMapping() {}

  static Maintenance maintenance(Row row) {
    return new Maintenance(
        row.instant("last_vacuum"),
        row.instant("last_autovacuum"),
        row.instant("last_analyze"),
        row.instant("last_autoanalyze"),
        row.count("vacuum_count").or(0L),
        row.count("autovacuum_count").or(0L),
        row.count("analyze_count").or(0L),
        row.count("autoanalyze_count").or(0L),
        vacuumTime(row));
  }

  private static Reading<Duration> vacuumTime(Row row) {
    var manual = row.millis("total_vacuum_time");
    return manual.map(time -> time.plus(row.millis("total_autovacuum_time").or(Duration.ZERO)));
  }
}
