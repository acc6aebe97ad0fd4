package org.vacuumadvisor.fleet.history;

import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.vacuumadvisor.fleet.judged.VerdictJson;
import org.vacuumadvisor.report.data.JsonText;

/// What the archive tells of a time, for programs: one document in JSON, whole. Its schema is
/// beside it, `history.schema.json`. Every member is there in every document; what is not known is
/// null.
public final class HistoryJson {
  /// Raised when a member goes away or changes its meaning; new members do not raise it.
  private static final int VERSION = 1;

  private HistoryJson() {}

  /// Writes the document. The writer is flushed and stays open.
  public static void write(Past past, Writer to) throws IOException {
    JsonText.document(
        to,
        json -> {
          json.number("schemaVersion", VERSION);
          json.moment("at", past.question().at());
          json.number("lookBackSeconds", past.question().back().toSeconds());
          json.text("onlyCluster", past.question().cluster());
          json.text("onlyTable", past.question().table());
          json.text(
              "verdict",
              past.condition()
                  .map(each -> each.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                  .orElse("nothing-to-judge"));
          json.list("clusters", past.verdicts(), VerdictJson::members);
          json.list("holders", past.holders(), HistoryJson::holder);
          json.list("deadRowHours", past.ledger().entries(), HistoryJson::debt);
          json.decimal(
              "attributedShare",
              past.ledger().attributed().map(OptionalDouble::of).orElse(OptionalDouble.empty()));
          json.list("tables", past.tables(), HistoryJson::table);
          json.list("runs", past.runs(), HistoryJson::run);
          json.list("ages", past.ages(), HistoryJson::age);
          json.texts("damagedFiles", past.damaged());
        });
  }

  private static void holder(SeenHolder holder, JsonText json) {
    json.text("cluster", holder.cluster());
    json.moment("time", holder.time());
    json.text("kind", holder.kind());
    json.text("name", holder.name());
    count("pid", holder.pid(), json);
    json.text("user", holder.user());
    json.text("application", holder.application());
    json.text("state", holder.state());
    json.text("since", holder.since().map(Instant::toString));
    json.decimal(
        "heldSeconds",
        holder
            .heldFor()
            .map(Duration::toSeconds)
            .map(each -> OptionalDouble.of((double) each))
            .orElse(OptionalDouble.empty()));
    count("xidAge", holder.xidAge(), json);
  }

  private static void debt(Ledger.Entry entry, JsonText json) {
    json.text("cluster", entry.cluster());
    json.text("holder", entry.holder());
    json.text("application", entry.application());
    json.flag("watched", entry.wasWatched());
    json.text("from", entry.first().map(Instant::toString));
    json.text("to", entry.last().map(Instant::toString));
    json.number("tables", entry.tables());
    json.number("deadRowHours", entry.deadRowHours());
  }

  private static void table(TablePast table, JsonText json) {
    json.text("cluster", table.cluster());
    json.text("database", table.database());
    json.text("schema", table.schema());
    json.text("table", table.table());
    count("mostDeadRows", table.mostDead(), json);
    count("bytes", table.lastBytes(), json);
    count("grownBytes", table.growth(), json);
    count("vacuums", table.vacuums(), json);
    json.decimal("medianSeconds", table.medianSeconds());
    json.text("droppedBefore", table.droppedBefore().map(Instant::toString));
    json.list(
        "deadRows",
        table.dead(),
        (point, member) -> {
          member.moment("time", point.time());
          member.decimal("rows", point.value());
        });
  }

  private static void run(PastRun run, JsonText json) {
    json.text("cluster", run.cluster());
    json.text("ended", run.ended().map(Instant::toString));
    json.text("kind", run.kind());
    json.text("trigger", run.trigger());
    json.decimal("elapsedSeconds", run.seconds());
    count("removedRows", run.removed(), json);
    count("remainingRows", run.remain(), json);
    count("keptDeadRows", run.kept(), json);
    count("indexScans", run.indexScans(), json);
  }

  private static void age(AgePast age, JsonText json) {
    json.text("cluster", age.cluster());
    count("xidAge", age.age(), json);
    count("transactionsUntilWritesStop", age.left(), json);
    json.decimal("transactionsPerDay", age.perDay());
    json.decimal("daysUntilWritesStop", age.daysLeft());
  }

  private static void count(String name, OptionalLong count, JsonText json) {
    json.decimal(
        name,
        count.isPresent() ? OptionalDouble.of((double) count.getAsLong()) : OptionalDouble.empty());
  }
}
