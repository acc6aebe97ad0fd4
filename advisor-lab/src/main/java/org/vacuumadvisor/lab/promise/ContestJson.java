package org.vacuumadvisor.lab.promise;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import org.vacuumadvisor.lab.experiment.Rival;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.report.data.JsonText;

/// What servers did that the advisor set up, beside those of its rivals, for programs. What was not
/// seen is null.
public final class ContestJson {
  /// Raised when a member goes away or changes its meaning; new members do not raise it.
  private static final int VERSION = 1;

  private ContestJson() {}

  /// Writes the document as text. The writer is flushed and stays open.
  public static void write(Contest contest, Writer to) throws IOException {
    JsonText.indented(to, json -> document(contest, json));
  }

  private static void document(Contest contest, JsonText json) {
    var plan = contest.plan();
    json.put("schemaVersion", VERSION);
    json.put("startedAt", contest.startedAt());
    json.put("seconds", contest.took());
    json.put("warmUpSeconds", plan.warmUp());
    json.put("sampleSeconds", plan.sample());
    json.put("followingSeconds", plan.following());
    json.members(plan, "atOnce", "seed");
    json.put("releases", plan.releases().stream().map(Release::major).toList());
    json.put("followed", contest.followed());
    json.put("within", contest.within());
    json.put("worthHaving", contest.worthHaving());
    json.put("harmed", contest.harmed());
    json.list("rivals", contest.rivals(), ContestJson::rival);
    json.list("matches", contest.matches(), ContestJson::match);
    json.put("failures", contest.failures());
  }

  private static void rival(Rival rival, JsonText json) {
    json.put("name", rival.label());
    json.put("meaning", rival.meaning());
  }

  private static void match(Match match, JsonText json) {
    json.put("workload", match.script().name());
    json.put("release", match.release().major());
    json.put("harm", match.harm());
    json.put("servers", List.copyOf(match.servers().values()));
    json.put("advice", match.advice());
    json.object("again", match.again(), ContestJson::match);
  }
}
