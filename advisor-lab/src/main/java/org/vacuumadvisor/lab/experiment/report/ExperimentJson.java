package org.vacuumadvisor.lab.experiment.report;

import java.io.IOException;
import java.io.Writer;
import java.util.Map;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.lab.experiment.Arm;
import org.vacuumadvisor.lab.experiment.Expectation;
import org.vacuumadvisor.lab.experiment.Figure;
import org.vacuumadvisor.lab.experiment.GivenAdvice;
import org.vacuumadvisor.lab.experiment.RelationSize;
import org.vacuumadvisor.lab.experiment.Results;
import org.vacuumadvisor.lab.experiment.Sample;
import org.vacuumadvisor.lab.experiment.Trial;
import org.vacuumadvisor.lab.experiment.Verdict;
import org.vacuumadvisor.report.data.JsonText;

/// The results of an experiment for programs: all raw figures of all trials, and what follows from
/// them. What was not measured is null.
public final class ExperimentJson {
  /// Raised when a member goes away or changes its meaning; new members do not raise it.
  private static final int VERSION = 1;

  private final Results results;

  private ExperimentJson(Results results) {
    this.results = results;
  }

  /// Writes the document as text. The writer is flushed and stays open.
  public static void write(Results results, Writer to) throws IOException {
    JsonText.indented(to, new ExperimentJson(results)::document);
  }

  private void document(JsonText json) {
    var plan = results.plan();
    json.put("schemaVersion", VERSION);
    json.put("experiment", plan.study().name());
    json.put("question", plan.study().question());
    json.put("serverVersion", results.serverVersion());
    json.put("startedAt", results.startedAt());
    json.measured("seconds", results.took().toMillis() / 1e3);
    json.measured("secondsATrial", plan.duration().toMillis() / 1e3);
    json.put("rounds", plan.rounds());
    json.put("clients", plan.clients());
    json.put("seed", plan.seed());
    map("settingsInCommon", plan.study().common(), json);
    json.put("remarks", plan.study().remarks());
    json.object("advice", () -> advice(results.advice(), json));
    json.list("arms", results.arms(), this::arm);
    json.list("trials", results.trials(), ExperimentJson::trial);
    json.list("bars", results.verdicts(), ExperimentJson::verdict);
    json.list("simulator", Accuracy.of(results.trials()), ExperimentJson::accuracy);
  }

  private void advice(GivenAdvice advice, JsonText json) {
    json.put("followed", advice.followed());
    json.put("needingRestart", advice.needingRestart());
    json.put("notFollowed", advice.notFollowed());
    json.put("refused", advice.refused());
    json.put("findings", advice.findings());
    json.list("expectations", advice.expectations(), this::expectation);
  }

  /// The medians of the rounds, and their extremes.
  private void arm(Arm arm, JsonText json) {
    json.put("name", arm.label());
    json.put("meaning", arm.meaning());
    map(
        "settings",
        results.of(arm).stream().findFirst().map(Trial::settings).orElse(Map.of()),
        json);
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
    json.put("arm", trial.arm().label());
    json.put("round", trial.round());
    for (var figure : Figure.values()) {
      json.measured(figure.id(), figure.of(trial).orElse(Double.NaN));
    }
    json.put("transactions", trial.outcome().transactions());
    json.put("triedAgain", trial.outcome().failures());
    json.put("analyzes", trial.vacuums().analyzes());
    json.measured("vacuumSeconds", trial.vacuums().seconds());
    json.put("vacuumWalBytes", trial.vacuums().walBytes());
    json.put("vacuumFullPageImages", trial.vacuums().fullPageImages());
    json.put("samplesMissed", trial.missed());
    map("settings", trial.settings(), json);
    json.list("tables", trial.tables(), ExperimentJson::size);
    json.list("indexes", trial.indexes(), ExperimentJson::size);
    json.list("samples", trial.samples(), ExperimentJson::sample);
    json.object("foresight", trial.foresight(), ForesightJson::write);
  }

  private static void size(RelationSize size, JsonText json) {
    json.put("name", size.name());
    json.put("bytes", size.bytes());
    json.put("rebuiltBytes", size.rebuiltBytes());
  }

  private static void sample(Sample sample, JsonText json) {
    json.measured("seconds", sample.seconds());
    json.measured("tps", sample.tps());
    json.measured("meanMs", sample.meanMs());
    json.measured("p99Ms", sample.p99Ms());
    json.put("deadRows", sample.deadRows());
    json.put("tableBytes", sample.tableBytes());
    json.put("indexBytes", sample.indexBytes());
    json.put("heapFetches", sample.heapFetches());
  }

  private static void verdict(Verdict verdict, JsonText json) {
    json.put("bar", verdict.bar());
    json.put("measured", verdict.measured());
    json.put("reached", verdict.reached());
  }

  private void expectation(Expectation expectation, JsonText json) {
    json.put("statement", expectation.statement());
    json.put("what", expectation.what());
    json.put("unit", expectation.unit().name());
    band("today", expectation.today(), json);
    json.measured("seenInDefault", results.seen(expectation, Arm.DEFAULT).median());
    band("after", expectation.after(), json);
    json.measured("seenInAdvised", results.seen(expectation, Arm.ADVISED).median());
  }

  /// A member that is a range.
  public static void band(String name, Effect.Band band, JsonText json) {
    json.object(
        name,
        () -> {
          json.measured("low", band.low());
          json.measured("likely", band.likely());
          json.measured("high", band.high());
        });
  }

  private static void accuracy(Accuracy accuracy, JsonText json) {
    json.put("bar", accuracy.bar());
    json.put("kept", accuracy.kept());
    json.put("keptKnowingLoad", accuracy.keptKnowingLoad());
    json.put("of", accuracy.of());
  }

  private static void map(String name, Map<String, String> map, JsonText json) {
    json.object(
        name,
        () ->
            map.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(each -> json.put(each.getKey(), each.getValue())));
  }
}
