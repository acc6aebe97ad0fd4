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
    json.put("schemaVersion", VERSION);
    json.put("experiment", "rivals");
    PromisesJson.schedule(contest.plan(), contest.startedAt(), contest.took(), json);
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
    json.list("servers", List.copyOf(match.sides().entrySet()), ContestJson::server);
  }

  private static void server(Map.Entry<Rival, Match.Outcome> side, JsonText json) {
    json.put("rival", side.getKey().label());
    json.put("statements", side.getValue().statements());
    json.put("failures", side.getValue().failures());
    PromisesJson.measured(side.getValue().measured(), json);
  }
}
