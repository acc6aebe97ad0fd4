package org.vacuumadvisor.forecast.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.JsonSchema;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.forecast.BackTest;
import org.vacuumadvisor.forecast.Changes;
import org.vacuumadvisor.forecast.KnownLoad;
import org.vacuumadvisor.forecast.WhatIf;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.report.assessment.Hostile;

class JsonSimulationTest {
  private static final JsonSchema SCHEMA =
      JsonSchema.of("/org/vacuumadvisor/report/simulation.schema.json");
  private static final ServerSettings DEFAULTS = ServerSettings.unknown(Release.V16);
  private static final KnownLoad LOAD = new KnownLoad(5, 2, _ -> 1);

  private static String json(WhatIf whatIf, Optional<BackTest> test) throws IOException {
    var text = new StringWriter();
    JsonSimulation.write(whatIf, test, text);
    return text.toString();
  }

  @Test
  void keepsToItsSchemaWithAllThereCanBe() throws IOException {
    var cluster = Cluster.ofLogs(LOAD.history(Duration.ofDays(1)), DEFAULTS);
    var changes =
        Changes.NONE
            .withWorkload(2)
            .with(cluster.tables().getFirst().key(), "autovacuum_vacuum_threshold", "500");

    var json =
        json(
            WhatIf.onceReleased(cluster, changes, Duration.ofHours(6)),
            BackTest.of(LOAD.runs(Duration.ofDays(1)), DEFAULTS, 0.25));

    SCHEMA.assertRejectsEveryMisspelling(json);
  }

  @Test
  void keepsToItsSchemaWithLimitsReachedAndHostileNames() throws IOException {
    var given = Given.server().taken(Duration.ofDays(1), 1);
    var newer = Given.server().taken(Duration.ZERO, 150_000_000);
    for (var name : Hostile.NAMES) {
      var _ = given.with(Given.table(name).age(10_000_000));
      var _ = newer.with(Given.table(name).age(160_000_000));
    }
    var cluster = Cluster.of(List.of(given.survey(), newer.survey()), Optional.empty());

    var json =
        json(
            WhatIf.onceReleased(
                cluster, Changes.NONE.with(Setting.AUTOVACUUM_NAPTIME, "10s"), Duration.ofDays(3)),
            Optional.empty());

    assertEquals(List.of(), SCHEMA.errors(json));
    assertTrue(json.matches("(?s).*\"limit\": ?\"forced\".*"), json);
    assertTrue(json.matches("(?s).*\"backTest\": ?null.*"), json);
  }
}
