package org.vacuumadvisor.forecast.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.forecast.Forecast;
import org.vacuumadvisor.forecast.WhatIf;
import org.vacuumadvisor.forecast.simulator.LimitDate;
import org.vacuumadvisor.forecast.simulator.TableTrajectory;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.report.Measure;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.ReportOptions;
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
  private final SimulationText words;

  private SimulationReport(WhatIf whatIf, ReportOptions options) {
    this.whatIf = whatIf;
    this.options = options;
    words = new SimulationText(whatIf.cluster());
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
    return new Report(story.words.title(), story.parts());
  }

  /// The pieces of it, for those who show them among others.
  public static List<Part> parts(WhatIf whatIf, ReportOptions options) {
    return new SimulationReport(whatIf, options).parts();
  }

  private List<Part> parts() {
    var parts = new ArrayList<Part>();
    words
        .holds()
        .ifPresent(
            held -> parts.add(new Part.Paragraph(held + " Simulated as if that had happened.")));
    parts.add(new Part.Verdict(Optional.empty(), verdict()));
    words.changes(whatIf.changes()).ifPresent(parts::add);
    whatIf.cluster().assumptions().forEach(each -> parts.add(new Part.Paragraph(each)));
    parts.add(server());
    var tables = tables();
    if (!tables.isEmpty()) {
      parts.add(
          new Part.Heading(
              whatIf.isChanged() ? "Tables that change most" : "Tables that vacuum works on most"));
      parts.add(grid(tables));
    } else if (whatIf.isChanged()) {
      parts.add(new Part.Paragraph("No table is vacuumed otherwise than now."));
    }
    if (!whatIf.today().likely().limits().isEmpty() || !whatIf.then().likely().limits().isEmpty()) {
      parts.add(new Part.Heading("Limits of age reached"));
      parts.add(limits());
    }
    parts.add(new Part.Heading("Over time"));
    parts.addAll(new SimulationCharts(whatIf).parts(options.charts() == Charts.ALL));
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
    var vacuums = Quantities.counted(now.figures().vacuums(), "vacuum");
    var dead = Quantities.count(now.figures().peakDead());
    if (now.figures().vacuums() == then.figures().vacuums()
        && dead.equals(Quantities.count(then.figures().peakDead()))) {
      return "The changes make no difference: in %s autovacuum runs %s; dead rows reach %s."
          .formatted(length, vacuums, dead);
    }
    return "In %s autovacuum runs %s instead of %s; dead rows reach %s instead of %s."
        .formatted(
            length,
            Quantities.counted(then.figures().vacuums(), "vacuum"),
            Quantities.count(now.figures().vacuums()),
            Quantities.count(then.figures().peakDead()),
            dead);
  }

  private Part server() {
    var rows = new ArrayList<List<String>>();
    for (var figure : SimulatedFigure.values()) {
      if (figure.isNone(whatIf.today()) && figure.isNone(whatIf.then())) {
        continue;
      }
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
        .filter(each -> !whatIf.isChanged() || isChanged(each))
        .sorted(MOST_CHANGED)
        .limit(options.tables())
        .toList();
  }

  /// Whether a person would see a difference.
  private boolean isChanged(Pair pair) {
    return !row(pair).equals(row(new Pair(pair.today, pair.today)));
  }

  private Part grid(List<Pair> tables) {
    var columns =
        List.of(
            Part.Column.text("table"),
            Part.Column.number("vacuums a day"),
            Part.Column.number("dead rows at most"),
            Part.Column.number("longest without"),
            Part.Column.number("longest wait"),
            Part.Column.number("size"));
    return new Part.Grid(columns, tables.stream().map(this::row).toList());
  }

  private List<String> row(Pair pair) {
    var now = pair.today.figures();
    var then = pair.then.figures();
    return List.of(
        words.name(pair.today.name()),
        both(SimulatedFigure.number(now.vacuumsADay()), SimulatedFigure.number(then.vacuumsADay())),
        both(Quantities.count(pair.today.settledPeak()), Quantities.count(pair.then.settledPeak())),
        both(Quantities.duration(now.longestGap()), Quantities.duration(then.longestGap())),
        both(Quantities.duration(now.longestWait()), Quantities.duration(then.longestWait())),
        both(
            Measure.BYTES.text(now.heapBytes() + now.indexBytes()),
            Measure.BYTES.text(then.heapBytes() + then.indexBytes())));
  }

  /// What is told once where it stays as it is.
  static String both(String now, String then) {
    return now.equals(then) ? now : now + " → " + then;
  }

  /// Each limit once: how many tables reach it, and which is first.
  private Part limits() {
    var now = byLimit(whatIf.today());
    var then = byLimit(whatIf.then());
    var reached = new TreeSet<>(now.keySet());
    reached.addAll(then.keySet());
    return new Part.Grid(
        List.of(
            Part.Column.text("limit"),
            Part.Column.number("tables"),
            Part.Column.text("first table"),
            Part.Column.text("when")),
        reached.stream()
            .map(each ->
                row(each, now.getOrDefault(each, List.of()), then.getOrDefault(each, List.of())))
            .toList());
  }

  private static Map<LimitDate.Limit, List<LimitDate>> byLimit(Forecast forecast) {
    return forecast.likely().limits().stream().collect(Collectors.groupingBy(LimitDate::limit));
  }

  private List<String> row(LimitDate.Limit limit, List<LimitDate> now, List<LimitDate> then) {
    return List.of(
        words(limit),
        both(Quantities.count((long) now.size()), Quantities.count((long) then.size())),
        both(
            first(now, each -> words.name(each.table())),
            first(then, each -> words.name(each.table()))),
        both(first(now, SimulationReport::day), first(then, SimulationReport::day)));
  }

  private static String first(List<LimitDate> dates, Function<LimitDate, String> text) {
    return dates.stream().min(Comparator.comparing(LimitDate::when)).map(text).orElse("none");
  }

  private static String words(LimitDate.Limit limit) {
    return switch (limit) {
      case FORCED -> "vacuum to prevent wraparound";
      case WARNING -> "the server warns";
      case FAILSAFE -> "failsafe";
      case STOP -> "writes stop";
    };
  }

  private static String day(LimitDate date) {
    return minute(date.when());
  }

  /// `2026-11-27 08:30 UTC`.
  static String minute(Instant time) {
    return time.toString().substring(0, 16).replace('T', ' ') + " UTC";
  }
}
