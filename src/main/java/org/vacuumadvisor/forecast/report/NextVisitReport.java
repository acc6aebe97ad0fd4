package org.vacuumadvisor.forecast.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.forecast.NextVisit;
import org.vacuumadvisor.forecast.NextVisit.Bounds;
import org.vacuumadvisor.forecast.simulator.Cause;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.ReportOptions;
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
    var parts = new ArrayList<Part>();
    parts.add(new Part.Verdict(Optional.empty(), "Cannot simulate the coming days: " + reason.why));
    parts.add(new Part.Paragraph(reason.then));
    words.changes(visit.changes()).ifPresent(parts::add);
    words.holds().map(Part.Paragraph::new).ifPresent(parts::add);
    parts.add(new Part.Paragraph(due()));
    var tables =
        visit.tables().stream()
            .filter(each -> options.selection().includes(each.start().name()))
            .limit(options.tables())
            .toList();
    if (!tables.isEmpty()) {
      parts.add(new Part.Heading("Tables nearest to a vacuum, or beyond it"));
      parts.add(grid(tables));
    }
    return parts;
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

  private Part grid(List<NextVisit.Table> tables) {
    return new Part.Grid(
        List.of(
            Part.Column.text("table"),
            Part.Column.number("dead rows"),
            Part.Column.number("threshold"),
            Part.Column.number("inserted"),
            Part.Column.number("threshold"),
            Part.Column.text("due for")),
        tables.stream().map(this::row).toList());
  }

  private List<String> row(NextVisit.Table table) {
    var today = table.today();
    var then = table.changed();
    return List.of(
        words.name(table.start().name()),
        Quantities.count(table.dead()),
        SimulationReport.both(threshold(today.dead()), threshold(then.dead())),
        Quantities.count(table.inserted()),
        SimulationReport.both(threshold(today.inserted()), threshold(then.inserted())),
        SimulationReport.both(due(today), due(then)));
  }

  private static String threshold(double rows) {
    return Double.isInfinite(rows) ? "none" : Quantities.count(Math.floor(rows));
  }

  private static String due(Bounds bounds) {
    return bounds.due().map(Cause::words).orElse("not due");
  }
}
