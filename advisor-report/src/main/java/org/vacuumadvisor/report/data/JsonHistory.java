package org.vacuumadvisor.report.data;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.story.Sentence;
import org.vacuumadvisor.story.Story.Storyteller;

/// What logs tell over time, in a document: of all tables, and of each.
record JsonHistory(Evidence evidence, JsonText json) {

  static void write(Evidence evidence, JsonText json) {
    json.object("history", evidence.history(), new JsonHistory(evidence, json)::all);
  }

  /// The runs of a short log or paste, each with its story.
  static void runs(Evidence evidence, JsonText json) {
    var runs = evidence.history().map(History::fewRuns).orElse(List.of());
    var teller = new Storyteller();
    json.list(
        "runs",
        runs,
        (run, _) -> {
          JsonReport.SHAPES.write("told", run.heading(), json);
          json.put("story", teller.tell(run).sentences().stream().map(Sentence::text).toList());
        });
  }

  private void all(History history, JsonText json) {
    JsonReport.SHAPES.write("history", history, json);
    notices(history.notices());
    json.list("tables", history.tables(), (table, _) -> table(table));
  }

  private void table(TableHistory table) {
    JsonReport.SHAPES.write("logged", table, json);
    var workload = evidence.workload(table);
    json.put("class", workload.kind().name());
    json.put("classConfidence", workload.confidence());
    notices(table.notices());
  }

  private void notices(Map<NoticeKind, Occurrences> told) {
    json.list(
        "notices",
        told.entrySet().stream().sorted(Map.Entry.comparingByKey()).toList(),
        (each, _) -> {
          var occurrences = each.getValue();
          json.put("kind", each.getKey());
          json.put("count", occurrences.count());
          json.put(
              "places",
              Stream.of(occurrences.first(), occurrences.last())
                  .map(notice -> notice.place().toString())
                  .distinct()
                  .toList());
        });
  }
}
