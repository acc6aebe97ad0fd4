package org.vacuumadvisor.fleet.history;

import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
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
          json.list("holders", past.holders(), HistoryJson::row);
          json.list("deadRowHours", past.ledger().entries(), HistoryJson::debt);
          json.decimal("attributedShare", past.ledger().attributed());
          json.list("tables", past.tables(), HistoryJson::table);
          json.list("runs", past.runs(), HistoryJson::row);
          json.list("ages", past.ages(), HistoryJson::age);
          json.texts("damagedFiles", past.damaged());
        });
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

  /// A row of the archive: each column is a member.
  private static void row(ArchiveRow row, JsonText json) {
    for (var column : row.columns()) {
      var words = column.split("_");
      var name =
          words[0]
              + Arrays.stream(words)
                  .skip(1)
                  .map(each -> each.substring(0, 1).toUpperCase(Locale.ROOT) + each.substring(1))
                  .collect(Collectors.joining());
      switch (row.value(column)) {
        case null -> json.text(name, Optional.empty());
        case Number _ -> json.decimal(name, row.real(column));
        case String text -> json.text(name, text);
        default -> json.text(name, row.time(column).map(Instant::toString));
      }
    }
  }

  private static void table(ArchiveRow table, JsonText json) {
    row(table.without("points", "amounts"), json);
    json.list(
        "deadRows",
        PastTables.points(table),
        (point, member) -> {
          member.moment("time", point.time());
          member.decimal("rows", point.value());
        });
  }

  private static void age(AgePast age, JsonText json) {
    json.text("cluster", age.cluster());
    json.number("xidAge", age.age());
    json.number("transactionsUntilWritesStop", age.left());
    json.decimal("transactionsPerDay", age.perDay());
    json.decimal("daysUntilWritesStop", age.daysLeft());
  }
}
