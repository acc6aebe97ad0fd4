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
          json.put("input", run.heading().place().input().name());
          json.put("line", run.heading().place().line());
          json.put("kind", run.heading().command());
          json.put("database", run.heading().name().database());
          json.put("schema", run.heading().name().schema());
          json.put("table", run.heading().name().table());
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
        "coverage",
        () -> {
          json.put("entries", history.coverage().entries());
          json.put("read", history.coverage().read());
          json.put("unknownLines", history.coverage().unknownLines());
        });
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
          json.put("frozen", work.frozen());
          json.put("pagesRemoved", work.pagesRemoved());
          json.put("hits", work.hits());
          json.put("reads", work.reads());
          json.put("dirtied", work.dirtied());
          json.put("walBytes", work.walBytes());
          json.put("fullPageImages", work.fullPageImages());
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
