package org.vacuumadvisor.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.lab.workload.Progress;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.report.render.TextRenderer;
import tools.jackson.databind.json.JsonMapper;

/// One experiment from end to end, too short to say anything about speed.
class ExperimentTest {
  private final List<String> told = new ArrayList<>();

  @Test
  void appliesToRealServersWhatItSaysItApplies() throws Exception {
    var plan =
        new Plan(
            Study.named("queue-churn"),
            List.of(Study.named("queue-churn").arm("article"), Arm.ADVISED),
            Release.V18,
            Duration.ofSeconds(4),
            1,
            4,
            1,
            Map.of("autovacuum_naptime", "1s"),
            false);

    var results = new Experiment(plan, listener()).run();

    assertEquals(2, results.trials().size());
    var article = results.of(plan.arms().getFirst()).getFirst();
    assertEquals(
        Map.of(
            "autovacuum_naptime", "10s",
            "autovacuum_vacuum_cost_delay", "0",
            "autovacuum_vacuum_cost_limit", "10000",
            "autovacuum_vacuum_scale_factor", "0.1"),
        article.settings());
    var advised = results.of(Arm.ADVISED).getFirst();
    assertEquals(results.advice().followed().isEmpty(), advised.settings().isEmpty());
    for (var name : advised.settings().keySet()) {
      var parameter = name.substring(name.indexOf('.') + 1);
      assertTrue(
          results.advice().followed().stream().anyMatch(each -> each.contains(parameter)), name);
    }
    results.trials().forEach(ExperimentTest::isComplete);
    assertTrue(told.toString().contains("Round 1 of 1, article"), told.toString());
    isTold(results);
  }

  @Test
  void triesTheDefaultsOnceWhereNoSettingIsToBeChanged() throws Exception {
    var plan =
        new Plan(
            Study.named("read-heavy"),
            List.of(Arm.DEFAULT, Arm.ADVISED),
            Release.V18,
            Duration.ofSeconds(3),
            1,
            2,
            1,
            Map.of(),
            false);

    var results = new Experiment(plan, listener()).run();

    assertEquals(List.of(), results.advice().followed());
    assertEquals(List.of(Arm.DEFAULT), results.arms());
    assertEquals(1, results.trials().size());
    assertTrue(told.toString().contains("The advisor changes no setting"), told.toString());
  }

  private static void isComplete(Trial trial) {
    assertTrue(trial.outcome().transactions() > 0);
    assertFalse(trial.samples().isEmpty());
    assertTrue(trial.wal().bytes() > 0);
    assertTrue(trial.wal().fullPageImages().isPresent());
    assertEquals("bencher", trial.tables().getFirst().name());
    assertTrue(trial.tables().getFirst().bytes() > 0);
  }

  private static void keepsToItsSchema(String document) {
    var schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(ExperimentJson.class.getResourceAsStream("experiment.schema.json"));

    assertEquals(
        List.of(),
        schema.validate(new JsonMapper().readTree(document)).stream()
            .map(Object::toString)
            .toList());
  }

  private static void isTold(Results results) throws Exception {
    var json = new StringWriter();
    ExperimentJson.write(results, json);
    keepsToItsSchema(json.toString());
    for (var member :
        List.of("arms", "trials", "tps", "meanMs", "stddevMs", "p99Ms", "settings", "spread")) {
      assertTrue(json.toString().contains("\"" + member + "\""), member);
    }
    var text = new TextRenderer(100, TextRenderer.Colour.OFF).render(ExperimentReport.of(results));
    for (var word : List.of("transactions a second", "Dead rows", "article", "advised")) {
      assertTrue(text.contains(word), text);
    }
  }

  private Experiment.Listener listener() {
    return new Experiment.Listener() {
      @Override
      public void tell(String sentence) {
        told.add(sentence);
      }

      @Override
      public void working(int trial, Progress progress) {}
    };
  }
}
