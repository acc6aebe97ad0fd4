package org.vacuumadvisor.report.data;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.model.history.Spread;
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
          JsonRun.place(run.heading().place(), json);
          json.put("kind", run.heading().command());
          json.members(run.heading().name(), "database", "schema", "table");
          json.put("story", teller.tell(run).sentences().stream().map(Sentence::text).toList());
        });
  }

  private void all(History history, JsonText json) {
    json.put("from", history.from());
    json.put("to", history.to());
    json.put("seconds", history.span().map(Duration::toSeconds));
    json.put("writtenBy", history.releases().toString());
    json.put("mostWorkers", history.timeline().most());
    json.put("runsLeftOut", history.runsLeftOut());
    json.object(
        "coverage", () -> json.members(history.coverage(), "entries", "read", "unknownLines"));
    notices(history.notices());
    json.list("tables", history.tables(), (table, _) -> table(table));
  }

  private void table(TableHistory table) {
    json.members(table.name());
    var workload = evidence.workload(table);
    json.put("class", workload.kind().name());
    json.put("classConfidence", workload.confidence());
    json.put("counts", table.counts());
    spread("vacuumSeconds", table.seconds());
    spread("analyzeSeconds", table.analyzeSeconds());
    spread("gapSeconds", table.gapSeconds());
    spread("removed", table.removed());
    spread("remain", table.remain());
    json.object(
        "work",
        () -> {
          var work = table.work();
          json.members(
              work,
              "frozen",
              "pagesRemoved",
              "hits",
              "reads",
              "dirtied",
              "walBytes",
              "fullPageImages");
          json.measured("sleptSeconds", work.sleptSeconds());
          json.measured("timedSeconds", work.timedSeconds());
        });
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

  private void spread(String name, Spread spread) {
    json.object(
        name,
        () -> {
          json.put("count", spread.count());
          json.measured("sum", spread.sum());
          json.measured("least", spread.least());
          json.measured("median", spread.median());
          json.measured("p95", spread.high());
          json.measured("most", spread.most());
        });
  }
}
