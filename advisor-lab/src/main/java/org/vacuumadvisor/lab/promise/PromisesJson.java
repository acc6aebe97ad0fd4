package org.vacuumadvisor.lab.promise;

import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.time.Instant;
import org.vacuumadvisor.lab.experiment.report.ExperimentJson;
import org.vacuumadvisor.lab.paced.FlowFigures;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.report.data.JsonText;

/// What recommendations promised and what came of it, for programs. What was not seen is null.
public final class PromisesJson {
  /// Raised when a member goes away or changes its meaning; new members do not raise it.
  private static final int VERSION = 1;

  private PromisesJson() {}

  /// Writes the document as text. The writer is flushed and stays open.
  public static void write(KeptPromises kept, Writer to) throws IOException {
    JsonText.indented(to, json -> document(kept, json));
  }

  private static void document(KeptPromises kept, JsonText json) {
    json.number("schemaVersion", VERSION);
    json.text("experiment", "promises");
    schedule(kept.plan(), kept.startedAt(), kept.took(), json);
    json.number("followed", kept.followed());
    part("within", kept.within(), json);
    part("worthHaving", kept.worthHaving(), json);
    part("harmed", kept.harmed(), json);
    part("different", kept.different(), json);
    part("classifiedBySurveys", kept.classified(Classified::sampled), json);
    part("classifiedByCounters", kept.classified(Classified::counted), json);
    json.list("trials", kept.followings(), PromisesJson::trial);
    json.texts("failures", kept.failures());
  }

  static void schedule(Schedule plan, Instant startedAt, Duration took, JsonText json) {
    json.moment("startedAt", startedAt);
    json.number("seconds", took.toSeconds());
    json.number("warmUpSeconds", plan.warmUp().toSeconds());
    json.number("sampleSeconds", plan.sample().toSeconds());
    json.number("followingSeconds", plan.following().toSeconds());
    json.number("atOnce", plan.atOnce());
    json.number("seed", plan.seed());
    json.texts("releases", plan.releases().stream().map(Release::major).toList());
  }

  private static void part(String name, KeptPromises.Part part, JsonText json) {
    json.object(
        name,
        () -> {
          json.number("yes", part.yes());
          json.number("of", part.of());
        });
  }

  private static void trial(Following each, JsonText json) {
    json.text("workload", each.script().name());
    json.text("release", each.release().major());
    json.hyphened("verdict", each.condition());
    json.measured("rate", each.contrast().rate());
    json.measured("latency", each.contrast().latency());
    json.measured("size", each.contrast().size());
    json.measured("wal", each.contrast().wal());
    json.text("harm", each.harm());
    json.texts("worse", each.worse().stream().map(Contrast.Worse::sentence).toList());
    json.list("recommendations", each.promises(), PromisesJson::promise);
    json.texts("findings", each.findings());
    json.texts("notFollowed", each.notFollowed());
    json.texts("refused", each.refused());
    json.list("classes", each.classes(), PromisesJson::classified);
    sides(each, json);
    each.again().ifPresent(second -> json.object("again", () -> repeated(second, json)));
  }

  private static void repeated(Following second, JsonText json) {
    json.texts("worse", second.worse().stream().map(Contrast.Worse::sentence).toList());
    sides(second, json);
  }

  private static void sides(Following each, JsonText json) {
    json.object("notFollowing", () -> measured(each.control(), json));
    json.object("following", () -> measured(each.followed(), json));
  }

  private static void promise(Promise each, JsonText json) {
    json.text("statement", each.statement());
    json.texts("because", each.because());
    each.expected()
        .ifPresent(expected -> {
          json.text("figure", expected.what());
          json.text("unit", expected.unit().name());
          ExperimentJson.band("held", expected.today(), json);
          ExperimentJson.band("promised", expected.after(), json);
          json.measured("came", each.followed());
          json.measured("notFollowing", each.control());
          json.flag("whole", each.isWhole());
        });
    json.flag("within", each.isWithin());
    json.flag("answered", each.isAnswered());
    json.flag("worthHaving", each.isWorthHaving());
    json.text("failure", each.failure());
  }

  private static void classified(Classified each, JsonText json) {
    json.text("name", each.name());
    json.text("truth", each.truth().name());
    json.text("sampled", each.sampled().name());
    json.text("counted", each.counted().name());
  }

  static void measured(Measured measured, JsonText json) {
    json.number("bytes", measured.bytes());
    json.number("walBytes", measured.walBytes());
    json.measured("deadRows", measured.deadRows());
    json.number("vacuums", measured.vacuums());
    json.list("flows", measured.flows(), PromisesJson::flow);
  }

  private static void flow(FlowFigures each, JsonText json) {
    json.text("name", each.flow());
    json.number("transactions", each.transactions());
    json.measured("medianMs", each.medianMs());
    json.measured("p95Ms", each.p95Ms());
  }
}
