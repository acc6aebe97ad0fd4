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
    json.put("schemaVersion", VERSION);
    json.put("experiment", "promises");
    schedule(kept.plan(), kept.startedAt(), kept.took(), json);
    json.put("followed", kept.followed());
    part("within", kept.within(), json);
    part("worthHaving", kept.worthHaving(), json);
    part("harmed", kept.harmed(), json);
    part("different", kept.different(), json);
    part("classifiedBySurveys", kept.classified(Classified::sampled), json);
    part("classifiedByCounters", kept.classified(Classified::counted), json);
    json.list("trials", kept.followings(), PromisesJson::trial);
    json.put("failures", kept.failures());
  }

  static void schedule(Schedule plan, Instant startedAt, Duration took, JsonText json) {
    json.put("startedAt", startedAt);
    json.put("seconds", took.toSeconds());
    json.put("warmUpSeconds", plan.warmUp().toSeconds());
    json.put("sampleSeconds", plan.sample().toSeconds());
    json.put("followingSeconds", plan.following().toSeconds());
    json.put("atOnce", plan.atOnce());
    json.put("seed", plan.seed());
    json.put("releases", plan.releases().stream().map(Release::major).toList());
  }

  private static void part(String name, KeptPromises.Part part, JsonText json) {
    json.object(
        name,
        () -> {
          json.put("yes", part.yes());
          json.put("of", part.of());
        });
  }

  private static void trial(Following each, JsonText json) {
    json.put("workload", each.script().name());
    json.put("release", each.release().major());
    json.hyphened("verdict", each.condition());
    json.measured("rate", each.contrast().rate());
    json.measured("latency", each.contrast().latency());
    json.measured("size", each.contrast().size());
    json.measured("wal", each.contrast().wal());
    json.put("harm", each.harm());
    json.put("worse", each.worse().stream().map(Contrast.Worse::sentence).toList());
    json.list("recommendations", each.promises(), PromisesJson::promise);
    json.put("findings", each.findings());
    json.put("notFollowed", each.notFollowed());
    json.put("refused", each.refused());
    json.list("classes", each.classes(), PromisesJson::classified);
    sides(each, json);
    each.again().ifPresent(second -> json.object("again", () -> repeated(second, json)));
  }

  private static void repeated(Following second, JsonText json) {
    json.put("worse", second.worse().stream().map(Contrast.Worse::sentence).toList());
    sides(second, json);
  }

  private static void sides(Following each, JsonText json) {
    json.object("notFollowing", () -> measured(each.control(), json));
    json.object("following", () -> measured(each.followed(), json));
  }

  private static void promise(Promise each, JsonText json) {
    json.put("statement", each.statement());
    json.put("because", each.because());
    each.expected()
        .ifPresent(expected -> {
          json.put("figure", expected.what());
          json.put("unit", expected.unit().name());
          ExperimentJson.band("held", expected.today(), json);
          ExperimentJson.band("promised", expected.after(), json);
          json.measured("came", each.followed());
          json.measured("notFollowing", each.control());
          json.put("whole", each.isWhole());
        });
    json.put("within", each.isWithin());
    json.put("answered", each.isAnswered());
    json.put("worthHaving", each.isWorthHaving());
    json.put("failure", each.failure());
  }

  private static void classified(Classified each, JsonText json) {
    json.put("name", each.name());
    json.put("truth", each.truth().name());
    json.put("sampled", each.sampled().name());
    json.put("counted", each.counted().name());
  }

  static void measured(Measured measured, JsonText json) {
    json.put("bytes", measured.bytes());
    json.put("walBytes", measured.walBytes());
    json.measured("deadRows", measured.deadRows());
    json.put("vacuums", measured.vacuums());
    json.list("flows", measured.flows(), PromisesJson::flow);
  }

  private static void flow(FlowFigures each, JsonText json) {
    json.put("name", each.flow());
    json.put("transactions", each.transactions());
    json.measured("medianMs", each.medianMs());
    json.measured("p95Ms", each.p95Ms());
  }
}
