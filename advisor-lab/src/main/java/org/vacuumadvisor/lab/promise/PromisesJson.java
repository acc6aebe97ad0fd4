package org.vacuumadvisor.lab.promise;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.lab.experiment.Rounded;
import org.vacuumadvisor.lab.paced.FlowFigures;
import org.vacuumadvisor.postgres.Release;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultPrettyPrinter;

/// What recommendations promised and what came of it, for programs. What was not seen is null.
public final class PromisesJson {
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

  private final KeptPromises kept;
  private final JsonGenerator json;

  private PromisesJson(KeptPromises kept, JsonGenerator json) {
    this.kept = kept;
    this.json = json;
  }

  /// Writes the document as text. The writer is flushed and stays open.
  public static void write(KeptPromises kept, Writer to) throws IOException {
    var generator = JSON.createGenerator(INDENTED, to);
    try {
      new PromisesJson(kept, generator).document();
      generator.flush();
    } catch (JacksonIOException failed) {
      throw Objects.requireNonNull(failed.getCause());
    }
  }

  private void document() {
    var plan = kept.plan();
    json.writeStartObject();
    json.writeNumberProperty("schemaVersion", VERSION);
    json.writeStringProperty("experiment", "promises");
    json.writeStringProperty("startedAt", kept.startedAt().toString());
    json.writeNumberProperty("seconds", kept.took().toSeconds());
    json.writeNumberProperty("warmUpSeconds", plan.warmUp().toSeconds());
    json.writeNumberProperty("sampleSeconds", plan.sample().toSeconds());
    json.writeNumberProperty("followingSeconds", plan.following().toSeconds());
    json.writeNumberProperty("atOnce", plan.atOnce());
    json.writeNumberProperty("seed", plan.seed());
    texts("releases", plan.releases().stream().map(Release::major).toList());
    json.writeNumberProperty("followed", kept.followed());
    part("within", kept.within());
    part("worthHaving", kept.worthHaving());
    part("harmed", kept.harmed());
    part("classifiedBySurveys", kept.classified(Classified::sampled));
    part("classifiedByCounters", kept.classified(Classified::counted));
    list("trials", kept.followings(), this::trial);
    texts("failures", kept.failures());
    json.writeEndObject();
    json.writeRaw('\n');
  }

  private void part(String name, KeptPromises.Part part) {
    json.writeObjectPropertyStart(name);
    json.writeNumberProperty("yes", part.yes());
    json.writeNumberProperty("of", part.of());
    json.writeEndObject();
  }

  private void trial(Following each) {
    json.writeStringProperty("workload", each.script().name());
    json.writeStringProperty("release", each.release().major());
    json.writeStringProperty("verdict", each.verdict());
    number("rate", each.rate());
    number("latency", each.latency());
    number("size", each.size());
    number("wal", each.wal());
    json.writeName("harm");
    each.harm().ifPresentOrElse(json::writeString, json::writeNull);
    list("recommendations", each.promises(), this::promise);
    texts("findings", each.findings());
    texts("notFollowed", each.notFollowed());
    texts("refused", each.refused());
    list("classes", each.classes(), this::classified);
    measured("notFollowing", each.control());
    measured("following", each.followed());
  }

  private void promise(Promise each) {
    json.writeStringProperty("statement", each.statement());
    texts("because", each.because());
    each.expected()
        .ifPresent(expected -> {
          json.writeStringProperty("figure", expected.what());
          json.writeStringProperty("unit", expected.unit().name());
          band("held", expected.today());
          band("promised", expected.after());
          number("came", each.followed());
          number("notFollowing", each.control());
        });
    bool("within", each.isWithin());
    bool("answered", each.isAnswered());
    bool("worthHaving", each.isWorthHaving());
    json.writeName("failure");
    each.failure().ifPresentOrElse(json::writeString, json::writeNull);
  }

  private void band(String name, Effect.Band band) {
    json.writeObjectPropertyStart(name);
    number("low", band.low());
    number("likely", band.likely());
    number("high", band.high());
    json.writeEndObject();
  }

  private void classified(Classified each) {
    json.writeStringProperty("name", each.name());
    json.writeStringProperty("truth", each.truth().name());
    json.writeStringProperty("sampled", each.sampled().name());
    json.writeStringProperty("counted", each.counted().name());
  }

  private void measured(String name, Measured measured) {
    json.writeObjectPropertyStart(name);
    json.writeNumberProperty("bytes", measured.bytes());
    json.writeNumberProperty("walBytes", measured.walBytes());
    list("flows", measured.flows(), this::flow);
    json.writeEndObject();
  }

  private void flow(FlowFigures each) {
    json.writeStringProperty("name", each.flow());
    json.writeNumberProperty("transactions", each.transactions());
    number("medianMs", each.medianMs());
    number("p95Ms", each.p95Ms());
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

  private void bool(String name, Optional<Boolean> value) {
    json.writeName(name);
    value.ifPresentOrElse(json::writeBoolean, json::writeNull);
  }

  private void number(String name, double value) {
    Rounded.write(json, name, value);
  }
}
