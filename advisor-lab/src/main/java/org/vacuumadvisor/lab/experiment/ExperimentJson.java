package org.vacuumadvisor.lab.experiment;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.vacuumadvisor.diagnosis.Effect;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultPrettyPrinter;

/// The results of an experiment for programs: all raw figures of all trials, and what follows from
/// them. What was not measured is null.
public final class ExperimentJson {
  /// Raised when a member goes away or changes its meaning; new members do not raise it.
  private static final int VERSION = 1;

  private static final JsonFactory JSON = JsonFactory.builder().build();

  private static final ObjectWriteContext INDENTED =
      new ObjectWriteContext.Base() {
        @Override
        public PrettyPrinter getPrettyPrinter() {
          return new DefaultPrettyPrinter();
        }
      };

  private final Results results;
  private final JsonGenerator json;

  private ExperimentJson(Results results, JsonGenerator json) {
    this.results = results;
    this.json = json;
  }

  /// Writes the document as text. The writer is flushed and stays open.
  public static void write(Results results, Writer to) throws IOException {
    var generator = JSON.createGenerator(INDENTED, to);
    try {
      new ExperimentJson(results, generator).document();
      generator.flush();
    } catch (JacksonIOException failed) {
      throw Objects.requireNonNull(failed.getCause());
    }
  }

  private void document() {
    var plan = results.plan();
    json.writeStartObject();
    json.writeNumberProperty("schemaVersion", VERSION);
    json.writeStringProperty("experiment", plan.study().name());
    json.writeStringProperty("question", plan.study().question());
    json.writeStringProperty("serverVersion", results.serverVersion());
    json.writeStringProperty("startedAt", results.startedAt().toString());
    number("seconds", results.took().toMillis() / 1e3);
    number("secondsATrial", plan.duration().toMillis() / 1e3);
    json.writeNumberProperty("rounds", plan.rounds());
    json.writeNumberProperty("clients", plan.clients());
    json.writeNumberProperty("seed", plan.seed());
    map("settingsInCommon", plan.study().common());
    texts("remarks", plan.study().remarks());
    counsel(results.counsel());
    list("arms", plan.arms(), this::arm);
    list("trials", results.trials(), this::trial);
    list("bars", results.verdicts(), this::verdict);
    list("simulator", Accuracy.of(results.trials()), this::accuracy);
    json.writeEndObject();
    json.writeRaw('\n');
  }

  private void counsel(Counsel counsel) {
    json.writeObjectPropertyStart("advice");
    texts("followed", counsel.followed());
    texts("needingRestart", counsel.needingRestart());
    texts("notFollowed", counsel.notFollowed());
    texts("refused", counsel.refused());
    texts("findings", counsel.findings());
    list("expectations", counsel.expectations(), this::expectation);
    json.writeEndObject();
  }

  /// The medians of the rounds, and their extremes.
  private void arm(Arm arm) {
    json.writeStringProperty("name", arm.label());
    json.writeStringProperty("meaning", arm.meaning());
    map("settings", results.of(arm).stream().findFirst().map(Trial::settings).orElse(Map.of()));
    for (var figure : Figure.values()) {
      number(figure.id(), results.of(arm, figure).median());
    }
    json.writeObjectPropertyStart("spread");
    for (var figure : Figure.values()) {
      var spread = results.of(arm, figure);
      json.writeObjectPropertyStart(figure.id());
      number("least", spread.least());
      number("most", spread.most());
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private void trial(Trial trial) {
    json.writeStringProperty("arm", trial.arm().label());
    json.writeNumberProperty("round", trial.round());
    for (var figure : Figure.values()) {
      number(figure.id(), figure.of(trial).orElse(Double.NaN));
    }
    json.writeNumberProperty("transactions", trial.outcome().transactions());
    json.writeNumberProperty("triedAgain", trial.outcome().failures());
    json.writeNumberProperty("analyzes", trial.vacuums().analyzes());
    number("vacuumSeconds", trial.vacuums().seconds());
    json.writeNumberProperty("vacuumWalBytes", trial.vacuums().walBytes());
    json.writeNumberProperty("vacuumFullPageImages", trial.vacuums().fullPageImages());
    json.writeNumberProperty("samplesMissed", trial.missed());
    map("settings", trial.settings());
    list("tables", trial.tables(), this::size);
    list("indexes", trial.indexes(), this::size);
    list("samples", trial.samples(), this::sample);
    trial
        .foresight()
        .ifPresentOrElse(new ForesightJson(json)::write, () -> json.writeNullProperty("foresight"));
  }

  private void size(RelationSize size) {
    json.writeStringProperty("name", size.name());
    json.writeNumberProperty("bytes", size.bytes());
    if (size.rebuiltBytes().isPresent()) {
      json.writeNumberProperty("rebuiltBytes", size.rebuiltBytes().getAsLong());
    } else {
      json.writeNullProperty("rebuiltBytes");
    }
  }

  private void sample(Sample sample) {
    number("seconds", sample.seconds());
    number("tps", sample.tps());
    number("meanMs", sample.meanMs());
    number("p99Ms", sample.p99Ms());
    json.writeNumberProperty("deadRows", sample.deadRows());
    json.writeNumberProperty("tableBytes", sample.tableBytes());
    json.writeNumberProperty("indexBytes", sample.indexBytes());
    if (sample.heapFetches().isPresent()) {
      json.writeNumberProperty("heapFetches", sample.heapFetches().getAsLong());
    } else {
      json.writeNullProperty("heapFetches");
    }
  }

  private void verdict(Verdict verdict) {
    json.writeStringProperty("bar", verdict.bar());
    json.writeStringProperty("measured", verdict.measured());
    json.writeBooleanProperty("reached", verdict.reached());
  }

  private void expectation(Expectation expectation) {
    json.writeStringProperty("statement", expectation.statement());
    json.writeStringProperty("what", expectation.what());
    json.writeStringProperty("unit", expectation.unit().name());
    band("today", expectation.today());
    number("seenInDefault", results.seen(expectation, Arm.DEFAULT).median());
    band("after", expectation.after());
    number("seenInAdvised", results.seen(expectation, Arm.ADVISED).median());
  }

  private void band(String name, Effect.Band band) {
    json.writeObjectPropertyStart(name);
    number("low", band.low());
    number("likely", band.likely());
    number("high", band.high());
    json.writeEndObject();
  }

  private void accuracy(Accuracy accuracy) {
    json.writeStringProperty("bar", accuracy.bar());
    json.writeNumberProperty("kept", accuracy.kept());
    json.writeNumberProperty("keptKnowingLoad", accuracy.keptKnowingLoad());
    json.writeNumberProperty("of", accuracy.of());
  }

  private <T> void list(String name, List<T> elements, Consumer<T> members) {
    json.writeArrayPropertyStart(name);
    for (T element : elements) {
      json.writeStartObject();
      members.accept(element);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void texts(String name, List<String> texts) {
    json.writeArrayPropertyStart(name);
    texts.forEach(json::writeString);
    json.writeEndArray();
  }

  private void map(String name, Map<String, String> map) {
    json.writeObjectPropertyStart(name);
    map.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(each -> json.writeStringProperty(each.getKey(), each.getValue()));
    json.writeEndObject();
  }

  private void number(String name, double value) {
    Rounded.write(json, name, value);
  }
}
