package org.vacuumadvisor.lab.experiment;

import java.io.IOException;
import java.io.Writer;
import java.util.Map;
import java.util.TreeMap;
import org.vacuumadvisor.report.data.JsonText;

/// The results of an experiment for programs: all raw figures of all trials, and what follows from
/// them. What was not measured is null.
public final class ExperimentJson {
  /// Raised when a member goes away or changes its meaning; new members do not raise it.
  private static final int VERSION = 1;

  private ExperimentJson() {}

  /// Writes the document as text. The writer is flushed and stays open.
  public static void write(Results results, Writer to) throws IOException {
    JsonText.indented(to, json -> document(results, json));
  }

  private static void document(Results results, JsonText json) {
    var plan = results.plan();
    json.put("schemaVersion", VERSION);
    json.put("experiment", plan.study().name());
    json.put("question", plan.study().question());
    json.put("serverVersion", results.serverVersion());
    json.put("startedAt", results.startedAt());
    json.put("seconds", results.took());
    json.put("secondsATrial", plan.duration());
    json.members(plan, "rounds", "clients", "seed");
    map("settingsInCommon", plan.common(), json);
    json.put("remarks", plan.study().remarks());
    json.put("advice", results.advice());
    json.list("arms", results.arms(), (arm, member) -> arm(results, arm, member));
    json.list("trials", results.trials(), ExperimentJson::trial);
    json.put("bars", results.verdicts());
  }

  /// The medians of the rounds, and their extremes.
  private static void arm(Results results, Arm arm, JsonText json) {
    json.put("name", arm.name());
    json.put("meaning", arm.meaning());
    map("settings", results.of(arm).getFirst().settings(), json);
    for (var figure : Figure.values()) {
      json.measured(figure.id(), results.of(arm, figure).median());
    }
    json.object(
        "spread",
        () -> {
          for (var figure : Figure.values()) {
            var spread = results.of(arm, figure);
            json.object(
                figure.id(),
                () -> {
                  json.measured("least", spread.least());
                  json.measured("most", spread.most());
                });
          }
        });
  }

  private static void trial(Trial trial, JsonText json) {
    json.members(trial, "arm", "round");
    for (var figure : Figure.values()) {
      json.put(figure.id(), figure.of(trial));
    }
    json.put("transactions", trial.outcome().transactions());
    json.put("triedAgain", trial.outcome().failures());
    json.put("samplesMissed", trial.missed());
    map("settings", trial.settings(), json);
    json.members(trial, "tables", "indexes", "samples");
  }

  private static void map(String name, Map<String, String> map, JsonText json) {
    json.object(name, () -> new TreeMap<>(map).forEach(json::put));
  }
}
