package org.vacuumadvisor.forecast.report;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.vacuumadvisor.forecast.NextVisit;
import org.vacuumadvisor.forecast.NextVisit.Bounds;
import org.vacuumadvisor.forecast.simulator.Cause;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.Rows;
import org.vacuumadvisor.unit.Quantities;

/// What one look tells of autovacuum: the tables that are due, and that nothing more can be told.
public final class NextVisitReport {
  private final NextVisit visit;
  private final Reason reason;
  private final ReportOptions options;
  private final SimulationText words;

  /// Why no more than the next visit can be told.
  public enum Reason {
    ONE_LOOK(
        "one look does not tell how fast rows change.",
        "Look twice in a busy hour (--sample 60s), give two saved surveys (--survey and"
            + " --since), or the server's log (--log)."),
    NO_WRITES(
        "no table was written between the looks, so there is no load to simulate.",
        "Look in a busy hour, or longer (--sample 10m), or give the server's log (--log).");

    private final String why;
    private final String then;

    Reason(String why, String then) {
      this.why = why;
      this.then = then;
    }
  }

  private NextVisitReport(NextVisit visit, Reason reason, ReportOptions options) {
    this.visit = visit;
    this.reason = reason;
    this.options = options;
    words = new SimulationText(visit.cluster());
  }

  public static Report of(NextVisit visit, Reason reason, ReportOptions options) {
    var report = new NextVisitReport(visit, reason, options);
    return new Report(report.words.title(), report.parts());
  }

  private List<Part> parts() {
    return Part.all(
            Stream.of(
                new Part.Verdict(
                    Optional.empty(), "Cannot simulate the coming days: " + reason.why)),
            Part.paragraph(reason.then),
            words.changes(visit.changes()),
            Part.paragraph(words.holds().orElse("")),
            Part.paragraph(due()),
            Part.section("Tables nearest to a vacuum, or beyond it", tables()))
        .toList();
  }

  private String due() {
    long today = visit.tables().stream().filter(each -> each.today().due().isPresent()).count();
    long then = visit.tables().stream().filter(each -> each.changed().due().isPresent()).count();
    var all = Quantities.counted(visit.cluster().tables().size(), "table");
    var now = "Due for a vacuum now: %s of %s".formatted(Quantities.count(today), all);
    return visit.isChanged()
        ? "%s; with the changes %s.".formatted(now, Quantities.count(then))
        : now + ".";
  }

  private Stream<Part> tables() {
    return Rows.of(
            visit.tables().stream()
                .filter(each -> options.selection().includes(each.start().name()))
                .limit(options.tables()))
        .text("table", each -> words.name(each.start().name()))
        .number("dead rows", each -> Quantities.count(each.dead()))
        .number("threshold", each -> both(each, bounds -> threshold(bounds.dead())))
        .number("inserted", each -> Quantities.count(each.inserted()))
        .number("threshold", each -> both(each, bounds -> threshold(bounds.inserted())))
        .text(
            "due for",
            each -> both(each, bounds -> bounds.due().map(Cause::words).orElse("not due")))
        .ifAny();
  }

  private static String both(NextVisit.Table table, Function<Bounds, String> text) {
    return SimulationReport.both(text.apply(table.today()), text.apply(table.changed()));
  }

  private static String threshold(double rows) {
    return Double.isInfinite(rows) ? "none" : Quantities.count(Math.floor(rows));
  }
}
