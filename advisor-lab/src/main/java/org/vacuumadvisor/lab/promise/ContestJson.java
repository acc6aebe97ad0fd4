package org.vacuumadvisor.lab.promise;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import org.vacuumadvisor.report.data.JsonText;

/// What servers did that the advisor set up, beside those of its rivals, for programs.
public final class ContestJson {
  /// Raised when a member goes away or changes its meaning; new members do not raise it.
  private static final int VERSION = 1;

  private ContestJson() {}

  /// Writes the document as text. The writer is flushed and stays open.
  public static void write(Contest contest, Writer to) throws IOException {
    JsonText.indented(to, json -> document(contest, json));
  }

  private static void document(Contest contest, JsonText json) {
    json.number("schemaVersion", VERSION);
    json.text("experiment", "rivals");
    PromisesJson.schedule(contest.plan(), contest.startedAt(), contest.took(), json);
    json.list("rivals", contest.rivals(), ContestJson::rival);
    json.list("matches", contest.matches(), ContestJson::match);
    json.texts("failures", contest.failures());
  }

  private static void rival(Rival rival, JsonText json) {
    json.text("name", rival.label());
    json.text("meaning", rival.meaning());
  }

  private static void match(Match match, JsonText json) {
    json.text("workload", match.script().name());
    json.text("release", match.release().major());
    json.list("servers", List.copyOf(match.sides().entrySet()), ContestJson::server);
  }

  private static void server(Map.Entry<Rival, Match.Outcome> side, JsonText json) {
    json.text("rival", side.getKey().label());
    json.texts("statements", side.getValue().statements());
    json.texts("failures", side.getValue().failures());
    PromisesJson.measured(side.getValue().measured(), json);
  }
}
