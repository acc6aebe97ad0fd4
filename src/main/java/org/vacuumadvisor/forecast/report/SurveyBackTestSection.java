package org.vacuumadvisor.forecast.report;

import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.forecast.Foreseen;
import org.vacuumadvisor.forecast.SurveyBackTest;
import org.vacuumadvisor.forecast.TableOutcome;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;

/// How far off the simulator was on the user's own surveys.
public record SurveyBackTestSection(ReportOptions options) {
  private static final int CHANGES = 10;

  public List<Part> parts(SurveyBackTest test) {
    var parts = new ArrayList<Part>();
    parts.add(new Part.Heading("How far off the simulator is on these surveys"));
    parts.add(
        new Part.Paragraph(
            ("From the first two surveys it foresaw what the last one, %s after %s, found. All"
                    + " tables together: their vacuums were off by %s (the threshold's arithmetic"
                    + " alone: %s), their dead rows by %s, their heaps by %s, their indexes by %s."
                    + " Each cell is what was seen / foreseen; sizes seen are as of a table's last"
                    + " vacuum or analyze.")
                .formatted(
                    Quantities.duration(test.hidden()),
                    test.from().toString().substring(0, 16).replace('T', ' ') + " UTC",
                    off(test.sum(TableOutcome::vacuums)),
                    off(
                        new Foreseen(
                            test.sum(TableOutcome::vacuums).seen(), (double) test.naive())),
                    off(test.sum(TableOutcome::dead)),
                    off(test.sum(TableOutcome::heapBytes)),
                    off(test.sum(TableOutcome::indexBytes)))));
    parts.add(
        new Part.Grid(
            List.of(
                Part.Column.text("table"),
                Part.Column.number("vacuums"),
                Part.Column.number("arithmetic alone"),
                Part.Column.number("dead rows"),
                Part.Column.number("heap"),
                Part.Column.number("indexes")),
            test.tables().stream()
                .filter(SurveyBackTestSection::tells)
                .filter(each -> options.selection().includes(each.table()))
                .limit(options.tables())
                .map(SurveyBackTestSection::row)
                .toList()));
    if (!test.settingsChanged().isEmpty()) {
      parts.add(
          new Part.Folded(
              "Set otherwise between the first survey and the last, whose settings the forecast"
                  + " goes by:",
              test.settingsChanged().stream().limit(CHANGES).toList(),
              Math.max(0, test.settingsChanged().size() - CHANGES)));
    }
    if (test.leftOut() > 0) {
      parts.add(
          new Part.Paragraph(
              "%s left out: counters fell between two surveys, or not all surveys have them."
                  .formatted(Quantities.counted(test.leftOut(), "table"))));
    }
    return parts;
  }

  private static boolean tells(TableOutcome table) {
    return table.vacuums().seen() + table.vacuums().foreseen() > 0
        || table.dead().seen() + table.dead().foreseen() >= 1;
  }

  private static String off(Foreseen figure) {
    return new Share(figure.error()).toString();
  }

  private static List<String> row(TableOutcome table) {
    return List.of(
        table.table().sql(),
        counts(table.vacuums()),
        Quantities.count(table.naive()),
        counts(table.dead()),
        bytes(table.heapBytes()),
        bytes(table.indexBytes()));
  }

  private static String counts(Foreseen figure) {
    return "%s / %s"
        .formatted(
            Quantities.count(Math.round(figure.seen())),
            Quantities.count(Math.round(figure.foreseen())));
  }

  private static String bytes(Foreseen figure) {
    return "%s / %s"
        .formatted(new Bytes(Math.round(figure.seen())), new Bytes(Math.round(figure.foreseen())));
  }
}
