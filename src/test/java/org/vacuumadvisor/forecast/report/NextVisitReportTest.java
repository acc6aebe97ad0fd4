package org.vacuumadvisor.forecast.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.JsonSchema;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.forecast.Changes;
import org.vacuumadvisor.forecast.NextVisit;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.HorizonHold;
import org.vacuumadvisor.forecast.report.NextVisitReport.Reason;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.render.TextRenderer;
import org.vacuumadvisor.unit.XidAge;

/// The defaults are 50 rows and a fifth of the table: 20,050 of 100,000 rows; with a hundredth it
/// is 1,050.
class NextVisitReportTest {
  private static final Changes FINER =
      Changes.NONE.with(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR, "0.01");

  private static Cluster cluster(long dead) {
    return Cluster.of(
        Given.server().with(Given.table("orders").rows(100_000).live(100_000).dead(dead)).survey(),
        Optional.empty());
  }

  private static String told(Cluster cluster, Changes changes) {
    return new TextRenderer(100, TextRenderer.Colour.OFF)
        .render(
            NextVisitReport.of(
                NextVisit.of(cluster, changes), Reason.ONE_LOOK, ReportOptions.standard()));
  }

  @Test
  void refusesToSimulateFromOneLook() {
    var told = told(cluster(5_000), Changes.NONE);

    assertTrue(told.contains("Cannot simulate the coming days"), told);
    assertTrue(told.contains("--sample"), told);
    assertFalse(told.contains("vacuums a day"), told);
  }

  @Test
  void saysThatNothingWasWrittenBetweenTwoLooks() {
    assertTrue(between(5_000, 5_000).isQuiet());
    assertFalse(between(5_000, 5_001).isQuiet());

    var told =
        new TextRenderer(100, TextRenderer.Colour.OFF)
            .render(
                NextVisitReport.of(
                    NextVisit.of(between(5_000, 5_000), Changes.NONE),
                    Reason.NO_WRITES,
                    ReportOptions.standard()));

    assertTrue(told.contains("no table was written between the looks"), told);
  }

  private static Cluster between(long updated, long updatedThen) {
    return Cluster.between(
        Given.server()
            .taken(Duration.ofMinutes(1), 1_000)
            .with(Given.table("orders").rows(100_000).written(0, updated, 0))
            .survey(),
        Given.server()
            .taken(Duration.ZERO, 2_000)
            .with(Given.table("orders").rows(100_000).written(0, updatedThen, 0))
            .survey(),
        Optional.empty());
  }

  @Test
  void saysWhatASettingMakesDue() {
    var told = told(cluster(5_000), FINER);

    assertTrue(told.contains("Due for a vacuum now: 0 of 1 table; with the changes 1."), told);
    assertTrue(told.contains("20,050 → 1,050"), told);
  }

  @Test
  void saysThatNoSettingHelpsWhileTheHorizonIsHeld() {
    var held =
        cluster(50_000)
            .withHolds(
                List.of(
                    new HorizonHold(
                        "session 4711",
                        Map.of(cluster(0).tables().getFirst().key(), 0L),
                        new XidAge(10_000),
                        Duration.ofHours(2),
                        Optional.empty())));

    var told = told(held, FINER);

    assertTrue(told.replaceAll("\\s+", " ").contains("No setting helps them until it ends."), told);
    assertTrue(told.contains("session 4711"), told);
  }

  @Test
  void keepsToItsSchema() throws IOException {
    var text = new StringWriter();
    var cluster = cluster(50_000);
    var finer =
        Changes.NONE.with(
            cluster.tables().getFirst().key(), "autovacuum_vacuum_scale_factor", "0.01");
    JsonSimulation.write(NextVisit.of(cluster, finer), text);

    JsonSchema.of("/org/vacuumadvisor/report/simulation.schema.json")
        .assertRejectsEveryMisspelling(text.toString());
    assertEquals(2, text.toString().split("dead_rows", -1).length - 1, text.toString());
  }
}
