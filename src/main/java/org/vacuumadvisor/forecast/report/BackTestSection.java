package org.vacuumadvisor.forecast.report;

import java.util.List;
import org.vacuumadvisor.forecast.BackTest;
import org.vacuumadvisor.forecast.TableError;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;

/// How far off the simulator was on the user's own log.
public record BackTestSection(ReportOptions options) {

  public List<Part> parts(BackTest test) {
    return List.of(
        new Part.Heading("How far off the simulator is on these logs"),
        new Part.Paragraph(
            ("From what was logged before %s it foresaw the %s after. The number of vacuums of a"
                    + " table was off by %s (the threshold's arithmetic alone: %s), the time of a"
                    + " vacuum by %s (%s); %s of the vacuums of a table took within a factor of 1.5"
                    + " of what was foreseen. All of these are medians over the tables.")
                .formatted(
                    test.from().toString().substring(0, 16).replace('T', ' ') + " UTC",
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
}
