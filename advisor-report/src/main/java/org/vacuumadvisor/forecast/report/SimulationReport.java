package org.vacuumadvisor.forecast.report;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.forecast.Changes;
import org.vacuumadvisor.forecast.Forecast;
import org.vacuumadvisor.forecast.WhatIf;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.HorizonHold;
import org.vacuumadvisor.forecast.simulator.LimitDate;
import org.vacuumadvisor.forecast.simulator.TableTrajectory;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.report.Measure;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.Rows;
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

    String both(Function<TableTrajectory, String> text) {
      return SimulationReport.both(text.apply(today), text.apply(then));
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
    var tables = tables();
    return Part.all(
            Part.paragraph(
                words.holds().map(held -> held + " Simulated as if that had happened.").orElse("")),
            Stream.of(new Part.Verdict(Optional.empty(), verdict())),
            words.changes(whatIf.changes()),
            whatIf.cluster().assumptions().stream().map(Part.Paragraph::new),
            Stream.of(server()),
            tables.isEmpty() && whatIf.isChanged()
                ? Part.paragraph("No table is vacuumed otherwise than now.")
                : Part.section(
                    whatIf.isChanged()
                        ? "Tables that change most"
                        : "Tables that vacuum works on most",
                    grid(tables)),
            Part.section("Limits of age reached", limits()),
            Part.section("Over time", new SimulationCharts(whatIf).parts(options.isPage())))
        .toList();
  }

  private String verdict() {
    var now = whatIf.today().likely();
    var then = whatIf.then().likely();
    var length = Quantities.duration(now.length());
    if (!whatIf.isChanged()) {
      return "In %s autovacuum runs %s; dead rows reach %s."
          .formatted(
              length,
              Quantities.counted(now.vacuums(), "vacuum"),
              Quantities.count(now.peakDead()));
    }
    var vacuums = Quantities.counted(now.vacuums(), "vacuum");
    var dead = Quantities.count(now.peakDead());
    if (now.vacuums() == then.vacuums() && dead.equals(Quantities.count(then.peakDead()))) {
      return "The changes make no difference: in %s autovacuum runs %s; dead rows reach %s."
          .formatted(length, vacuums, dead);
    }
    return "In %s autovacuum runs %s instead of %s; dead rows reach %s instead of %s."
        .formatted(
            length,
            Quantities.counted(then.vacuums(), "vacuum"),
            Quantities.count(now.vacuums()),
            Quantities.count(then.peakDead()),
            dead);
  }

  private Part server() {
    var figures =
        Rows.of(
                Stream.of(SimulatedFigure.values())
                    .filter(each -> !each.isNone(whatIf.today()) || !each.isNone(whatIf.then())))
            .text("server", each -> each.label)
            .number("as it is", each -> each.text(whatIf.today()));
    return (whatIf.isChanged()
            ? figures.number("changed", each -> each.text(whatIf.then()))
            : figures)
        .grid();
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
    return !grid(List.of(pair))
        .toList()
        .equals(grid(List.of(new Pair(pair.today, pair.today))).toList());
  }

  private Stream<Part> grid(List<Pair> tables) {
    return Rows.of(tables.stream())
        .text("table", each -> words.name(each.today.name()))
        .number(
            "vacuums a day",
            each -> each.both(table -> Measure.NUMBER.text(table.figures().vacuumsADay())))
        .number(
            "dead rows at most", each -> each.both(table -> Quantities.count(table.settledPeak())))
        .number(
            "longest without",
            each -> each.both(table -> Quantities.duration(table.figures().longestGap())))
        .number(
            "longest wait",
            each -> each.both(table -> Quantities.duration(table.figures().longestWait())))
        .number(
            "size",
            each ->
                each.both(table ->
                    Measure.BYTES.text(table.figures().heapBytes() + table.figures().indexBytes())))
        .ifAny();
  }

  /// What is told once where it stays as it is.
  static String both(String now, String then) {
    return now.equals(then) ? now : now + " → " + then;
  }

  /// A limit in both simulations.
  private record Reached(LimitDate.Limit limit, List<LimitDate> today, List<LimitDate> then) {
    String first(Function<LimitDate, String> text) {
      return both(first(today, text), first(then, text));
    }

    private static String first(List<LimitDate> dates, Function<LimitDate, String> text) {
      return dates.stream().min(Comparator.comparing(LimitDate::when)).map(text).orElse("none");
    }
  }

  /// Each limit once: how many tables reach it, and which is first.
  private Stream<Part> limits() {
    var now = byLimit(whatIf.today());
    var then = byLimit(whatIf.then());
    var reached = new TreeSet<>(now.keySet());
    reached.addAll(then.keySet());
    return Rows.of(
            reached.stream()
                .map(each ->
                    new Reached(
                        each,
                        now.getOrDefault(each, List.of()),
                        then.getOrDefault(each, List.of()))))
        .text("limit", each -> words(each.limit))
        .number(
            "tables",
            each ->
                both(
                    Quantities.count((long) each.today.size()),
                    Quantities.count((long) each.then.size())))
        .text("first table", each -> each.first(date -> words.name(date.table())))
        .text("when", each -> each.first(date -> minute(date.when())))
        .ifAny();
  }

  private static Map<LimitDate.Limit, List<LimitDate>> byLimit(Forecast forecast) {
    return forecast.likely().limits().stream().collect(Collectors.groupingBy(LimitDate::limit));
  }

  private static String words(LimitDate.Limit limit) {
    return switch (limit) {
      case FORCED -> "vacuum to prevent wraparound";
      case WARNING -> "the server warns";
      case FAILSAFE -> "failsafe";
      case STOP -> "writes stop";
    };
  }

  /// `2026-11-27 08:30 UTC`.
  static String minute(Instant time) {
    return time.toString().substring(0, 16).replace('T', ' ') + " UTC";
  }

  /// What reports of simulations say alike: what was changed, what keeps vacuum from its work, and
  /// how tables are called.
  record SimulationText(Cluster cluster) {
    private static final int MOST_NAMED = 3;

    String title() {
      return "Autovacuum of PostgreSQL %s, simulated".formatted(cluster.release().major());
    }

    /// What was changed, each as it would be written.
    Stream<Part> changes(Changes changes) {
      var settings =
          changes.settings().entrySet().stream()
              .map(each -> each.getKey() + " = " + each.getValue());
      var parameters =
          changes.parameters().entrySet().stream()
              .flatMap(table ->
                  table.getValue().entrySet().stream()
                      .map(own ->
                          "%s of %s = %s"
                              .formatted(own.getKey(), name(table.getKey()), own.getValue())));
      var load =
          changes.workloadFactor() == 1
              ? Stream.<String>empty()
              : Stream.of("load × " + Quantities.number(changes.workloadFactor()));
      var all = Stream.of(settings, parameters, load).flatMap(each -> each).sorted().toList();
      return Part.paragraph(all.isEmpty() ? "" : "Changed: " + String.join(", ", all) + ".");
    }

    /// Who keeps dead rows from being removed, and that settings are no help against it.
    Optional<String> holds() {
      return cluster.holds().isEmpty() ? Optional.empty() : Optional.of(held(cluster.holds()));
    }

    private String held(List<HorizonHold> holds) {
      var who =
          holds.stream().limit(MOST_NAMED).map(HorizonHold::who).collect(Collectors.joining(", "))
              + (holds.size() > MOST_NAMED
                  ? " and %s".formatted(Quantities.counted(holds.size() - MOST_NAMED, "other"))
                  : "");
      long tables =
          cluster.tables().stream()
              .filter(
                  each -> holds.stream().anyMatch(hold -> hold.tables().containsKey(each.key())))
              .count();
      return "Cleanup is blocked by %s: rows that died since then stay in %s of %s, whatever the settings. No setting helps them until %s."
          .formatted(
              who,
              Quantities.count(tables),
              Quantities.counted(cluster.tables().size(), "table"),
              holds.size() == 1 ? "it ends" : "they end");
    }

    /// Schema and name; the database as well where there are tables of several.
    String name(RelationName name) {
      boolean several =
          cluster.tables().stream().map(each -> each.name().database()).distinct().limit(2).count()
              > 1;
      return several ? name.database() + ": " + name.sql() : name.sql();
    }

    private String name(RelationKey key) {
      return cluster.table(key).map(each -> name(each.name())).orElse("?");
    }
  }
}
