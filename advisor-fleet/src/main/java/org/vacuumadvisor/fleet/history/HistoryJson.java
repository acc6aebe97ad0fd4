package org.vacuumadvisor.fleet.history;

import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.util.Optional;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.report.data.JsonText;
import org.vacuumadvisor.report.data.Shapes;

/// What the archive tells of a time, for programs: one document in JSON, whole. Its schema is
/// beside it, `history.schema.json`. Every member is there in every document; what is not known is
/// null.
public final class HistoryJson {
  /// Raised when a member goes away or changes its meaning; new members do not raise it.
  private static final int VERSION = 1;

  private static final Shapes SHAPES = Shapes.beside(HistoryJson.class, "members.txt");

  private HistoryJson() {}

  /// Writes the document. The writer is flushed and stays open.
  public static void write(Past past, Writer to) throws IOException {
    JsonText.document(
        to,
        json -> {
          json.put("schemaVersion", VERSION);
          var question = past.fleet().question();
          json.put("at", question.at());
          json.put("lookBackSeconds", question.back().toSeconds());
          json.put("onlyCluster", question.cluster());
          json.put("onlyTable", question.table());
          json.hyphened("verdict", past.fleet().condition());
          json.list(
              "clusters",
              past.fleet().clusters(),
              (each, member) -> FleetJson.members(each.verdict(), member));
          json.list("holders", past.holders(), (each, member) -> row(each.without("who"), member));
          json.list(
              "deadRowHours",
              past.ledger().entries(),
              (each, member) -> SHAPES.write("debt", each, member));
          json.put("attributedShare", past.ledger().attributed());
          json.list("tables", past.tables(), HistoryJson::table);
          json.list("runs", past.runs(), HistoryJson::row);
          json.list(
              "ages", past.fleet().ages(), (each, member) -> SHAPES.write("age", each, member));
          json.put("damagedFiles", past.fleet().damaged());
        });
  }

  /// A row of the archive: each column is a member.
  private static void row(ArchiveRow row, JsonText json) {
    for (var column : row.columns()) {
      var name = JsonText.camelCase(column);
      switch (row.value(column)) {
        case null -> json.put(name, Optional.empty());
        case Number _ -> json.put(name, row.real(column));
        case String text -> json.put(name, text);
        default -> json.put(name, row.time(column).map(Instant::toString));
      }
    }
  }

  private static void table(ArchiveRow table, JsonText json) {
    row(table.without("line", "dead_rows"), json);
    json.generator().writeName("deadRows");
    json.generator().writeRawValue(table.text("dead_rows").orElse("[]"));
  }
}
