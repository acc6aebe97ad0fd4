package org.vacuumadvisor.forecast.report;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.forecast.BackTest;
import org.vacuumadvisor.forecast.Foreseen;
import org.vacuumadvisor.forecast.SurveyBackTest;
import org.vacuumadvisor.forecast.TableError;
import org.vacuumadvisor.forecast.TableOutcome;
import org.vacuumadvisor.report.Measure;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.Rows;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;

/// How far off the simulator was on what the user has.
public record BackTestSection(ReportOptions options) {
  private static final int CHANGES = 10;

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

  /// On the user's own surveys.
  public Stream<Part> parts(SurveyBackTest test) {
    return Part.section(
        "How far off the simulator is on these surveys",
        Part.all(
            Stream.of(inAll(test), tables(test)),
            changed(test.settingsChanged()),
            Part.paragraph(
                test.leftOut() > 0
                    ? "%s left out: counters fell between two surveys, or not all surveys have them."
                        .formatted(Quantities.counted(test.leftOut(), "table"))
                    : "")));
  }

  private static Part inAll(SurveyBackTest test) {
    return new Part.Paragraph(
        ("From the first two surveys it foresaw what the last one, %s after %s, found. All tables"
             + " together: their vacuums were off by %s (the threshold's arithmetic alone: %s),"
             + " their dead rows by %s, their heaps by %s, their indexes by %s. Each cell is what"
             + " was seen / foreseen; sizes seen are as of a table's last vacuum or analyze.")
            .formatted(
                Quantities.duration(test.hidden()),
                SimulationReport.minute(test.from()),
                off(test.sum(TableOutcome::vacuums)),
                off(new Foreseen(test.sum(TableOutcome::vacuums).seen(), (double) test.naive())),
                off(test.sum(TableOutcome::dead)),
                off(test.sum(TableOutcome::heapBytes)),
                off(test.sum(TableOutcome::indexBytes))));
  }

  private Part tables(SurveyBackTest test) {
    return Rows.of(
            test.tables().stream()
                .filter(BackTestSection::tells)
                .filter(each -> options.selection().includes(each.table()))
                .limit(options.tables()))
        .text("table", each -> each.table().sql())
        .number("vacuums", each -> both(each.vacuums(), Measure.ROWS))
        .number("arithmetic alone", each -> Quantities.count(each.naive()))
        .number("dead rows", each -> both(each.dead(), Measure.ROWS))
        .number("heap", each -> both(each.heapBytes(), Measure.BYTES))
        .number("indexes", each -> both(each.indexBytes(), Measure.BYTES))
        .grid();
  }

  private static Stream<Part> changed(List<String> settings) {
    return settings.isEmpty()
        ? Stream.empty()
        : Stream.of(
            Part.folded(
                "Set otherwise between the first survey and the last, whose settings the forecast"
                    + " goes by:",
                settings,
                CHANGES));
  }

  private static boolean tells(TableOutcome table) {
    return table.vacuums().seen() + table.vacuums().foreseen() > 0
        || table.dead().seen() + table.dead().foreseen() >= 1;
  }

  private static String off(Foreseen figure) {
    return new Share(figure.error()).toString();
  }

  private static String both(Foreseen figure, Measure measure) {
    return "%s / %s".formatted(measure.text(figure.seen()), measure.text(figure.foreseen()));
  }
}
