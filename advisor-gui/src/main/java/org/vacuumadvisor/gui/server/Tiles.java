package org.vacuumadvisor.gui.server;

import java.util.List;
import javafx.scene.Node;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.BlockedCleanup;
import org.vacuumadvisor.diagnosis.FindingId;
import org.vacuumadvisor.gui.chart.Sparkline;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Severities;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.assessment.LiveReport;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;

/// The figures of a server that one looks at first, each with its trend since one connected.
record Tiles(Assessment seen, Trends past) {
  private static final String UNKNOWN = "not shown";

  List<Node> all() {
    return List.of(oldest(), dead(), workers(), age(), wal());
  }

  /// Who is first in the list of those who block cleanup.
  private Node oldest() {
    var first =
        LiveReport.of(seen.evidence(), 1).stream()
            .filter(Part.Grid.class::isInstance)
            .map(Part.Grid.class::cast)
            .filter(each -> each.columns().getFirst().title().equals("Who"))
            .flatMap(each -> each.rows().stream())
            .findFirst();
    double xmin = past.last().xmin();
    var style =
        BlockedCleanup.of(seen).stream()
            .findFirst()
            .map(each -> "text-" + Severities.style(each.finding().severity()))
            .orElse("");
    var figure =
        first
            .map(row -> row.get(2).isEmpty() ? Quantities.rounded((long) xmin) : row.get(2))
            .orElse(xmin == 0 ? "none" : count(xmin));
    var note =
        first
            .map(List::getFirst)
            .orElse(
                xmin == 0 ? "Nobody blocks cleanup" : Double.isNaN(xmin) ? "" : "transactions ago");
    return tile("Oldest xmin", figure, note, style, "Oldest xmin, age");
  }

  /// What the server has lost its statistics about counts as nothing there.
  private Node dead() {
    int tables = seen.evidence().pastVacuumThreshold().size();
    var last = past.last();
    boolean isLost =
        seen.findings().stream().anyMatch(each -> each.id().equals(FindingId.STATS_LOST));
    var all = isLost ? "counted since the statistics were lost" : count(last.dead()) + " in all";
    return tile(
        "Dead rows to remove",
        isLost && tables == 0
            ? UNKNOWN
            : count(Double.isNaN(last.due()) ? last.dead() : last.due()),
        tables == 0
            ? "no table is due; " + all
            : "in %s; %s".formatted(Quantities.counted(tables, "table"), all),
        "",
        "Dead rows");
  }

  private Node workers() {
    var settings = seen.evidence().survey().settings();
    double most = settings.effectiveReal(Setting.AUTOVACUUM_MAX_WORKERS).value();
    double busy = past.last().workers();
    return tile(
        "Workers",
        Double.isNaN(busy)
            ? UNKNOWN
            : "%s of %s".formatted(Quantities.count(busy), Quantities.count(most)),
        "%s due"
            .formatted(Quantities.counted(seen.evidence().pastVacuumThreshold().size(), "table")),
        busy >= most ? "text-warning" : "",
        "Autovacuum workers");
  }

  private Node age() {
    double age = past.last().age();
    var stop = Wraparound.TRANSACTIONS.stopAge(seen.evidence().survey().server().release());
    if (Double.isNaN(age)) {
      return tile("Until writes stop", UNKNOWN, "", "", "Oldest database, age");
    }
    var left = Math.max(0, stop.count() - (long) age);
    var rate = past.transactionsPerSecond();
    return tile(
        "Until writes stop",
        Quantities.rounded(left),
        rate > 0
            ? "transactions: %s at this rate".formatted(Quantities.seconds((double) left / rate))
            : "transactions are left",
        left < stop.count() / 2 ? "text-warning" : "",
        "Oldest database, age");
  }

  private Node wal() {
    var slots = seen.evidence().survey().slots().toList();
    double kept = past.last().wal();
    return tile(
        "WAL kept for slots",
        Double.isNaN(kept) ? slots.isEmpty() ? "none" : UNKNOWN : new Bytes((long) kept).toString(),
        switch (slots.size()) {
          case 0 -> Double.isNaN(kept) ? "there is no slot" : "";
          case 1 -> "slot " + Texts.shown(slots.getFirst().name());
          default -> Quantities.counted(slots.size(), "slot");
        },
        "",
        "WAL kept for slots");
  }

  private static String count(double figure) {
    return Double.isNaN(figure) ? UNKNOWN : Quantities.rounded(Math.round(figure));
  }

  private Node tile(String name, String figure, String note, String style, String trend) {
    var trends = past.charts().stream().filter(each -> each.title().equals(trend));
    return Boxes.tile(name, figure, note, style, trends.map(Sparkline::new).toArray(Node[]::new));
  }
}
