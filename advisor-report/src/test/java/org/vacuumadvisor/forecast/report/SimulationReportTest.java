package org.vacuumadvisor.forecast.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.forecast.Changes;
import org.vacuumadvisor.forecast.KnownLoad;
import org.vacuumadvisor.forecast.WhatIf;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.render.MarkdownRenderer;

/// Five rows a second die, the threshold is 2,050, and autovacuum looks each minute: 2,100 are dead
/// every 7 minutes, 205.7 times a day. With twice the load it is every 4 minutes, 360 times.
class SimulationReportTest {
  private static final Duration DAY = Duration.ofDays(1);
  private static final Cluster CLUSTER = cluster(new KnownLoad(5, 2, _ -> 1));

  private static Cluster cluster(KnownLoad load) {
    return Cluster.ofLogs(load.history(Duration.ofDays(3)), ServerSettings.unknown(Release.V16));
  }

  private static String told(Cluster cluster, Changes changes) {
    var report =
        SimulationReport.of(WhatIf.onceReleased(cluster, changes, DAY), ReportOptions.standard());
    assertEquals("Autovacuum of PostgreSQL 16, simulated", report.title());
    return new MarkdownRenderer().render(report).replace("`", "");
  }

  @Test
  void saysHowOftenAutovacuumRuns() {
    var told = told(CLUSTER, Changes.NONE);

    assertTrue(told.matches("(?s).*In 1 day autovacuum runs 20[567] vacuums; dead rows.*"), told);
    assertFalse(told.contains("Changed:"), told);
    assertFalse(told.contains("instead of"), told);
  }

  @Test
  void putsTheChangedServerBesideTheOneThereIs() {
    var told = told(CLUSTER, Changes.NONE.withWorkload(2).with(Setting.VACUUM_COST_LIMIT, "300"));

    assertTrue(
        told.matches("(?s).*autovacuum runs 3(59|60) vacuums instead of 20[567]; dead rows.*"),
        told);
    assertTrue(told.contains("load × 2"), told);
    assertTrue(told.contains("vacuum_cost_limit = 300"), told);
    assertTrue(told.contains("Tables that change most"), told);
  }

  /// The threshold alone decides how many rows are dead: the report says so in figures.
  @Test
  void tellsOfTheTablesThatChange() {
    var key = CLUSTER.tables().getFirst().key();
    var changes = Changes.NONE.with(key, "autovacuum_vacuum_scale_factor", "0.4");

    var told = told(CLUSTER, changes);

    // More than 4,050: 4,200 every 14 minutes.
    assertTrue(told.matches("(?s).*runs 10[1234] vacuums instead of 20[567];.*"), told);
    assertTrue(told.contains("autovacuum_vacuum_scale_factor of"), told);
  }

  @Test
  void saysWhichHoursItKnows() {
    var byDay = told(cluster(new KnownLoad(1, 2, KnownLoad::byDay)), Changes.NONE);

    assertTrue(byDay.contains("Load by the hour of the day, from the rows of"), byDay);
  }

  @Test
  void saysNothingOfHoursThatAreNotKnown() {
    var oneDay =
        Cluster.ofLogs(
            new KnownLoad(1, 2, KnownLoad::byDay).history(DAY),
            ServerSettings.unknown(Release.V16));

    assertFalse(told(oneDay, Changes.NONE).contains("Load by the hour"));
    assertEquals(1, oneDay.tables().size());
  }
}
