package org.vacuumadvisor.forecast.report;

import java.time.Duration;
import java.util.stream.Stream;
import org.vacuumadvisor.forecast.BackTest;
import org.vacuumadvisor.forecast.TableError;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.Rows;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;

/// How far off the simulator was on what the user has.
public record BackTestSection(ReportOptions options) {
  /// On the user's own log.
  public Stream<Part> parts(BackTest test) {
    return Part.section(
        "How far off the simulator is on these logs",
        Stream.of(
            new Part.Paragraph(
                ("From what was logged before %s it foresaw the %s after. The number of vacuums of"
                        + " a table was off by %s (the threshold's arithmetic alone: %s), the time"
                        + " of a vacuum by %s (%s); %s of the vacuums of a table took within a"
                        + " factor of 1.5 of what was foreseen. All of these are medians over the"
                        + " tables.")
                    .formatted(
                        SimulationReport.minute(test.from()),
                        Quantities.duration(test.hidden()),
                        new Share(test.median(TableError::countError)),
                        new Share(test.median(TableError::naiveCountError)),
                        Quantities.seconds(test.median(each -> seconds(each.off()))),
                        Quantities.seconds(test.median(each -> seconds(each.naiveOff()))),
                        new Share(test.median(each -> each.alike().fraction())))),
            Rows.of(
                    test.tables().stream()
                        .filter(each -> each.seen() + each.foreseen() > 0)
                        .filter(each -> options.selection().includes(each.table()))
                        .limit(options.tables()))
                .text("table", each -> each.table().sql())
                .number("vacuums", each -> Quantities.count(each.seen()))
                .number("foreseen", each -> Quantities.count(each.foreseen()))
                .number("arithmetic alone", each -> Quantities.count(each.naive()))
                .number("off by", each -> Quantities.duration(each.off()))
                .number("took", each -> Quantities.seconds(each.seconds()))
                .number("foreseen", each -> Quantities.seconds(each.foreseenSeconds()))
                .grid()));
  }

  private static double seconds(Duration time) {
    return (double) time.toMillis() / 1e3;
  }
}
