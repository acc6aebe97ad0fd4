package org.vacuumadvisor.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.forecast.LimitDate;
import org.vacuumadvisor.forecast.TableTrajectory;
import org.vacuumadvisor.forecast.WhatIf;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.report.ReportOptions.Charts;
import org.vacuumadvisor.unit.Quantities;

/// A simulation told: today beside tomorrow, for the server and for the tables that change most.
public final class SimulationReport {
  private static final Comparator<Pair> MOST_CHANGED =
      Comparator.comparingDouble(Pair::changedDead)
          .thenComparingDouble(Pair::changedVacuums)
          .thenComparingDouble(Pair::vacuuming)
          .reversed();

  private final WhatIf whatIf;
  private final ReportOptions options;

  private SimulationReport(WhatIf whatIf, ReportOptions options) {
    this.whatIf = whatIf;
    this.options = options;
  }

  /// A table in both simulations.
  private record Pair(TableTrajectory today, TableTrajectory then) {
    double changedDead() {
      return Math.abs(today.figures().meanDead() - then.figures().meanDead());
    }

    double changedVacuums() {
      return Math.abs(today.figures().vacuumsADay() - then.figures().vacuumsADay());
    }

    double vacuuming() {
      return (double) then.figures().vacuuming().toMillis();
    }
  }

  public static Report of(WhatIf whatIf, ReportOptions options) {
    var story = new SimulationReport(whatIf, options);
    return new Report(
        "Autovacuum of PostgreSQL %s, simulated".formatted(whatIf.cluster().release().major()),
        story.parts());
  }

  /// The pieces of it, for those who show them among others.
  public static List<Part> parts(WhatIf whatIf, ReportOptions options) {
    return new SimulationReport(whatIf, options).parts();
  }

  private List<Part> parts() {
    var parts = new ArrayList<Part>();
    parts.add(new Part.Verdict(Optional.empty(), verdict()));
    changes().ifPresent(parts::add);
    parts.add(server());
    var tables = tables();
    if (!tables.isEmpty()) {
      parts.add(
          new Part.Heading(
              whatIf.isChanged() ? "Tables that change most" : "Tables that vacuum works on most"));
      parts.add(grid(tables));
    }
    if (!whatIf.today().likely().limits().isEmpty() || !whatIf.then().likely().limits().isEmpty()) {
      parts.add(new Part.Heading("Limits of age reached"));
      parts.add(limits());
    }
    parts.add(new Part.Heading("Over time"));
    parts.addAll(new SimulationCharts(whatIf).parts(options.charts() == Charts.ALL));
    whatIf.cluster().assumptions().forEach(each -> parts.add(new Part.Paragraph(each)));
    return parts;
  }

  private String verdict() {
    var now = whatIf.today().likely();
    var then = whatIf.then().likely();
    var length = Quantities.duration(now.length());
    if (!whatIf.isChanged()) {
      return "In %s autovacuum runs %s; dead rows reach %s."
          .formatted(
              length,
              Quantities.counted(now.figures().vacuums(), "vacuum"),
              Quantities.count(now.figures().peakDead()));
    }
    return "In %s autovacuum runs %s instead of %s; dead rows reach %s instead of %s."
        .formatted(
            length,
            Quantities.counted(then.figures().vacuums(), "vacuum"),
            Quantities.count(now.figures().vacuums()),
            Quantities.count(then.figures().peakDead()),
            Quantities.count(now.figures().peakDead()));
  }

  private Optional<Part> changes() {
    var lines = new ArrayList<String>();
    whatIf.changes().settings().forEach((setting, value) -> lines.add(setting + " = " + value));
    whatIf
        .changes()
        .parameters()
        .forEach((key, own) ->
            own.forEach((parameter, value) ->
                lines.add("%s of %s = %s".formatted(parameter, name(key), value))));
    if (whatIf.changes().workloadFactor() != 1) {
      lines.add("load × " + Quantities.number(whatIf.changes().workloadFactor()));
    }
    return lines.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Part.Paragraph(
                "Changed: " + String.join(", ", lines.stream().sorted().toList()) + "."));
  }

  private String name(RelationKey key) {
    return whatIf.cluster().table(key).map(each -> each.name().sql()).orElse("?");
  }

  private Part server() {
    var rows = new ArrayList<List<String>>();
    for (var figure : SimulatedFigure.values()) {
      rows.add(
          whatIf.isChanged()
              ? List.of(figure.label, figure.text(whatIf.today()), figure.text(whatIf.then()))
              : List.of(figure.label, figure.text(whatIf.today())));
    }
    var columns = Stream.of(Part.Column.text("server"), Part.Column.number("as it is"));
    return new Part.Grid(
        (whatIf.isChanged()
                ? Stream.concat(columns, Stream.of(Part.Column.number("changed")))
                : columns)
            .toList(),
        rows);
  }

  private List<Pair> tables() {
    Map<RelationKey, TableTrajectory> changed = new HashMap<>();
    whatIf.then().likely().tables().forEach(each -> changed.put(each.key(), each));
    return whatIf.today().likely().tables().stream()
        .filter(each -> options.selection().includes(each.name()))
        .map(each -> new Pair(each, changed.getOrDefault(each.key(), each)))
        .filter(each -> each.today.figures().vacuums() + each.then.figures().vacuums() > 0)
        .sorted(MOST_CHANGED)
        .limit(options.tables())
        .toList();
  }

  private Part grid(List<Pair> tables) {
    var columns =
        List.of(
            Part.Column.text("table"),
            Part.Column.number("vacuums a day"),
            Part.Column.number("dead rows at most"),
            Part.Column.number("longest gap"),
            Part.Column.number("longest wait"),
            Part.Column.number("table and indexes"));
    return new Part.Grid(columns, tables.stream().map(this::row).toList());
  }

  private List<String> row(Pair pair) {
    var now = pair.today.figures();
    var then = pair.then.figures();
    return List.of(
        pair.today.name().sql(),
        both(SimulatedFigure.number(now.vacuumsADay()), SimulatedFigure.number(then.vacuumsADay())),
        both(Quantities.count(pair.today.settledPeak()), Quantities.count(pair.then.settledPeak())),
        both(Quantities.duration(now.longestGap()), Quantities.duration(then.longestGap())),
        both(Quantities.duration(now.longestWait()), Quantities.duration(then.longestWait())),
        both(
            Measure.BYTES.text(now.heapBytes() + now.indexBytes()),
            Measure.BYTES.text(then.heapBytes() + then.indexBytes())));
  }

  private static String both(String now, String then) {
    return now.equals(then) ? now : now + " → " + then;
  }

  private Part limits() {
    var rows = new ArrayList<List<String>>();
    whatIf
        .today()
        .likely()
        .limits()
        .forEach(each -> rows.add(List.of(each.table().sql(), limit(each), day(each), "as it is")));
    if (whatIf.isChanged()) {
      whatIf
          .then()
          .likely()
          .limits()
          .forEach(
              each -> rows.add(List.of(each.table().sql(), limit(each), day(each), "changed")));
    }
    return new Part.Grid(
        List.of(
            Part.Column.text("table"),
            Part.Column.text("limit"),
            Part.Column.text("when"),
            Part.Column.text("")),
        rows.stream().limit(options.lines()).toList());
  }

  private static String limit(LimitDate date) {
    return switch (date.limit()) {
      case FORCED -> "vacuum is forced";
      case WARNING -> "the server warns";
      case FAILSAFE -> "the failsafe works";
      case STOP -> "no transaction ID is given out";
    };
  }

  private static String day(LimitDate date) {
    return date.when().toString().substring(0, 16).replace('T', ' ') + " UTC";
  }
}
