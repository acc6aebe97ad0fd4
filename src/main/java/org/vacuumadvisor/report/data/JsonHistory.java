package org.vacuumadvisor.report.data;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.Counts;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Occurrences;
import org.vacuumadvisor.model.history.Spread;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.story.Sentence;
import org.vacuumadvisor.story.Storyteller;

/// What logs tell over time, in a document: of all tables, and of each.
record JsonHistory(Evidence evidence, JsonText json) {

  static void write(Evidence evidence, JsonText json) {
    evidence
        .history()
        .ifPresentOrElse(
            history -> json.object("history", () -> new JsonHistory(evidence, json).all(history)),
            () -> json.generator().writeNullProperty("history"));
  }

  /// The runs of a short log or paste, each with its story.
  static void runs(Evidence evidence, JsonText json) {
    var runs = evidence.history().map(History::fewRuns).orElse(List.of());
    var teller = new Storyteller();
    json.list(
        "runs",
        runs,
        (run, _) -> {
          json.text("input", run.heading().place().input().name());
          json.number("line", run.heading().place().line());
          json.word("kind", run.heading().command());
          json.text("database", run.heading().name().database());
          json.text("schema", run.heading().name().schema());
          json.text("table", run.heading().name().table());
          json.texts("story", teller.tell(run).sentences().stream().map(Sentence::text).toList());
        });
  }

  private void all(History history) {
    json.text("from", history.from().map(Instant::toString));
    json.text("to", history.to().map(Instant::toString));
    json.number("seconds", history.span().map(Duration::toSeconds));
    json.text("writtenBy", history.releases().toString());
    json.number("mostWorkers", history.timeline().most());
    json.number("runsLeftOut", history.runsLeftOut());
    json.object(
        "coverage",
        () -> {
          json.number("entries", history.coverage().entries());
          json.number("read", history.coverage().read());
          json.number("unknownLines", history.coverage().unknownLines());
        });
    notices(history.notices());
    json.list("tables", history.tables(), (table, _) -> table(table));
  }

  private void table(TableHistory table) {
    json.text("database", table.name().database());
    json.text("schema", table.name().schema());
    json.text("name", table.name().name());
    var workload = evidence.workload(table);
    json.text("class", workload.kind().name());
    json.word("classConfidence", workload.confidence());
    counts(table.counts());
    spread("vacuumSeconds", table.seconds());
    spread("analyzeSeconds", table.analyzeSeconds());
    spread("gapSeconds", table.gapSeconds());
    spread("removed", table.removed());
    spread("remain", table.remain());
    json.object(
        "work",
        () -> {
          var work = table.work();
          json.number("frozen", work.frozen());
          json.number("pagesRemoved", work.pagesRemoved());
          json.number("hits", work.hits());
          json.number("reads", work.reads());
          json.number("dirtied", work.dirtied());
          json.number("walBytes", work.walBytes());
          json.number("fullPageImages", work.fullPageImages());
          json.measured("sleptSeconds", work.sleptSeconds());
          json.measured("timedSeconds", work.timedSeconds());
        });
    notices(table.notices());
  }

  private void counts(Counts counts) {
    json.object(
        "counts",
        () -> {
          json.number("vacuums", counts.vacuums());
          json.number("automatic", counts.automatic());
          json.number("aggressive", counts.aggressive());
          json.number("toPreventWraparound", counts.forced());
          json.number("failsafe", counts.failsafe());
          json.number("rewrites", counts.rewrites());
          json.number("analyzes", counts.analyzes());
          json.number("incomplete", counts.incomplete());
        });
  }

  private void notices(Map<NoticeKind, Occurrences> told) {
    json.list(
        "notices",
        told.keySet().stream().sorted().toList(),
        (kind, _) -> {
          json.word("kind", kind);
          var occurrences = Optional.ofNullable(told.get(kind));
          json.number("count", occurrences.map(Occurrences::count));
          json.texts(
              "places",
              occurrences.stream()
                  .flatMap(each -> List.of(each.first(), each.last()).stream())
                  .map(notice -> notice.place().toString())
                  .distinct()
                  .toList());
        });
  }

  private void spread(String name, Spread spread) {
    json.object(
        name,
        () -> {
          json.number("count", spread.count());
          json.measured("sum", spread.sum());
          json.measured("least", spread.least());
          json.measured("median", spread.median());
          json.measured("p95", spread.high());
          json.measured("most", spread.most());
        });
  }
}
