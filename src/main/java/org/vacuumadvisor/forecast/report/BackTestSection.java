package org.vacuumadvisor.forecast.report;

import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.forecast.BackTest;
import org.vacuumadvisor.forecast.Foreseen;
import org.vacuumadvisor.forecast.SurveyBackTest;
import org.vacuumadvisor.forecast.TableError;
import org.vacuumadvisor.forecast.TableOutcome;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;

/// How far off the simulator was on what the user has.
public record BackTestSection(ReportOptions options) {
  private static final int CHANGES = 10;

  /// On the user's own log.
  public List<Part> parts(BackTest test) {
    return List.of(
        new Part.Heading("How far off the simulator is on these logs"),
        new Part.Paragraph(
            ("From what was logged before %s it foresaw the %s after. The number of vacuums of a"
                    + " table was off by %s (the threshold's arithmetic alone: %s), the time of a"
                    + " vacuum by %s (%s); %s of the vacuums of a table took within a factor of 1.5"
                    + " of what was foreseen. All of these are medians over the tables.")
                .formatted(
                    SimulationReport.minute(test.from()),
                    Quantities.duration(test.hidden()),
                    new Share(test.median(TableError::countError)),
                    new Share(test.median(TableError::naiveCountError)),
                    Quantities.seconds(test.median(each -> (double) each.off().toMillis() / 1e3)),
                    Quantities.seconds(
                        test.median(each -> (double) each.naiveOff().toMillis() / 1e3)),
                    new Share(test.median(each -> each.alike().fraction())))),
        new Part.Grid(
            List.of(
                Part.Column.text("table"),
                Part.Column.number("vacuums"),
                Part.Column.number("foreseen"),
                Part.Column.number("arithmetic alone"),
                Part.Column.number("off by"),
                Part.Column.number("took"),
                Part.Column.number("foreseen")),
            test.tables().stream()
                .filter(each -> each.seen() + each.foreseen() > 0)
                .filter(each -> options.selection().includes(each.table()))
                .limit(options.tables())
                .map(BackTestSection::row)
                .toList()));
  }

  private static List<String> row(TableError error) {
    return List.of(
        error.table().sql(),
        Quantities.count(error.seen()),
        Quantities.count(error.foreseen()),
        Quantities.count(error.naive()),
        Quantities.duration(error.off()),
        Quantities.seconds(error.seconds()),
        Quantities.seconds(error.foreseenSeconds()));
  }

  /// On the user's own surveys.
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
                    SimulationReport.minute(test.from()),
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
                .filter(BackTestSection::tells)
                .filter(each -> options.selection().includes(each.table()))
                .limit(options.tables())
                .map(BackTestSection::row)
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
