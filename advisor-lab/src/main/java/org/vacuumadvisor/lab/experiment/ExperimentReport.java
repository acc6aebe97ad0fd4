package org.vacuumadvisor.lab.experiment;

import static org.vacuumadvisor.report.Part.Column.text;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.report.Measure;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.Rows;
import org.vacuumadvisor.unit.Quantities;

/// The results of an experiment told: what became of the bars, the figures with their spread, the
/// sawtooth, and what was set.
public final class ExperimentReport {
  private final Results results;
  private final Plan plan;

  private ExperimentReport(Results results) {
    this.results = results;
    this.plan = results.plan();
  }

  public static Report of(Results results) {
    return new ExperimentReport(results).report();
  }

  private Report report() {
    var study = plan.study();
    return new Report(
        "%s on PostgreSQL %s".formatted(study.name(), results.serverVersion()),
        Stream.of(
                Stream.<Part>of(
                    new Part.Verdict(Optional.empty(), verdict()),
                    new Part.Paragraph(study.question() + " " + method())),
                verdicts(),
                figures(),
                charts(),
                indexes(),
                settings(),
                advice(),
                conditions())
            .flatMap(each -> each)
            .toList());
  }

  private Stream<Part> conditions() {
    return Stream.concat(
        Stream.of(new Part.Heading("Conditions")),
        plan.study().remarks().stream().map(Part.Paragraph::new));
  }

  private String verdict() {
    var verdicts = results.verdicts();
    long reached = verdicts.stream().filter(Bar.Verdict::reached).count();
    return verdicts.isEmpty()
        ? "No bar could be judged by these arms."
        : "%d of %s reached.".formatted(reached, Quantities.counted(verdicts.size(), "bar"));
  }

  private String method() {
    return "PostgreSQL %s, %s, %s of %s each, %s, seed %d; begun %s, all of it took %s. Every trial had a fresh server with the same rows; the load is not counted. The order of the arms changed from round to round."
        .formatted(
            results.serverVersion(),
            Quantities.counted(results.arms().size(), "arm"),
            Quantities.counted(plan.rounds(), "round"),
            Quantities.duration(plan.duration()),
            Quantities.counted(plan.clients(), "client"),
            plan.seed(),
            results.startedAt().truncatedTo(ChronoUnit.SECONDS),
            Quantities.duration(results.took().truncatedTo(ChronoUnit.SECONDS)));
  }

  private Stream<Part> verdicts() {
    return Part.section(
        "Bars",
        Rows.of(results.verdicts().stream())
            .text("Bar", Bar.Verdict::bar)
            .text("Measured", Bar.Verdict::measured)
            .text("Reached", each -> each.reached() ? "yes" : "no")
            .ifAny());
  }

  private Stream<Part> figures() {
    var columns = new ArrayList<Part.Column>();
    columns.add(text("Median of the rounds"));
    results.arms().forEach(arm -> columns.add(Part.Column.number(arm.name())));
    var rows = new ArrayList<List<String>>();
    for (var figure : Figure.values()) {
      var spreads = results.arms().stream().map(arm -> results.of(arm, figure)).toList();
      if (spreads.stream().anyMatch(Spread::isKnown)) {
        rows.add(row(figure.words(), spreads.stream().map(each -> median(figure, each))));
        if (plan.rounds() > 1) {
          rows.add(row("", spreads.stream().map(each -> range(figure, each))));
        }
      }
    }
    return Stream.of(
        new Part.Heading("Figures"),
        new Part.Grid(columns, rows),
        new Part.Paragraph(
            results.arms().stream()
                .map(arm -> arm.name() + ": " + arm.meaning())
                .collect(Collectors.joining("; ", "", "."))));
  }

  private static List<String> row(String title, Stream<String> cells) {
    return Stream.concat(Stream.of(title), cells).toList();
  }

  private static String range(Figure figure, Spread spread) {
    return spread.isKnown()
        ? "%s–%s".formatted(figure.shown(spread.least()), figure.shown(spread.most()))
        : "";
  }

  private static String median(Figure figure, Spread spread) {
    return spread.isKnown() ? figure.shown(spread.median()) : "–";
  }

  /// Of the first round: rounds differ by chance, and their sum would hide the sawtooth.
  private Stream<Part> charts() {
    var charts =
        Stream.of(
                lines(
                    "Dead rows",
                    "The sawtooth of autovacuum, in the first round.",
                    Measure.ROWS,
                    Sample::deadRows),
                lines(
                    "Throughput",
                    "Transactions a second, in the first round.",
                    Measure.TRANSACTIONS_A_SECOND,
                    Sample::tps),
                lines(
                    "Size of the tables and indexes",
                    "In the first round.",
                    Measure.BYTES,
                    each -> each.tableBytes() + each.indexBytes()))
            .toList();
    return Stream.concat(Stream.of(new Part.Heading("Over time")), charts.stream());
  }

  private Part lines(
      String title, String caption, Measure measure, ToDoubleFunction<Sample> which) {
    var curves =
        results.arms().stream()
            .flatMap(arm -> results.of(arm).stream().limit(1))
            .map(trial -> curve(trial, measure, which))
            .toList();
    return new Part.Lines(title, caption, measure, plan.duration(), curves, List.of());
  }

  private static Part.Curve curve(Trial trial, Measure measure, ToDoubleFunction<Sample> which) {
    var points =
        trial.samples().stream()
            .map(each -> new Part.Point(each.seconds(), which.applyAsDouble(each)))
            .toList();
    return new Part.Curve(
        trial.arm(),
        points,
        "mean %s, most %s"
            .formatted(
                measure.text(points.stream().mapToDouble(Part.Point::value).average().orElse(0)),
                measure.text(points.stream().mapToDouble(Part.Point::value).max().orElse(0))));
  }

  private Stream<Part> indexes() {
    var rows =
        Rows.of(
                results.trials().stream()
                    .flatMap(each -> each.indexes().stream().map(RelationSize::name))
                    .distinct())
            .text("Index at the end", each -> each);
    for (var arm : results.arms()) {
      var _ =
          rows.number(arm.name(), each -> median(Figure.INDEX_BYTES, results.sizeOf(arm, each)));
    }
    for (var arm : results.arms()) {
      var _ =
          rows.number(
              "built anew", each -> median(Figure.INDEX_BYTES, results.rebuiltSizeOf(arm, each)));
    }
    return Part.section("Indexes", rows.ifAny());
  }

  private Stream<Part> settings() {
    var ofArms = new LinkedHashMap<String, String>();
    ofArms.put("in all arms", inWords(plan.common()));
    results.arms().stream()
        .flatMap(arm -> results.of(arm).stream().limit(1))
        .forEach(trial -> ofArms.put(trial.arm(), inWords(trial.settings())));
    return Part.section(
        "Settings, as the servers said them",
        Rows.of(ofArms.entrySet().stream())
            .text("Arm", Map.Entry::getKey)
            .text("Set", Map.Entry::getValue)
            .ifAny());
  }

  private static String inWords(Map<String, String> settings) {
    return settings.isEmpty()
        ? "nothing more"
        : settings.entrySet().stream()
            .map(each -> each.getKey() + " = " + each.getValue())
            .sorted()
            .collect(Collectors.joining(", "));
  }

  private Stream<Part> advice() {
    var advice = results.advice();
    if (plan.arms().stream().noneMatch(Arm::followsAdvice)) {
      return Stream.empty();
    }
    return Stream.of(
            Stream.<Part>of(
                new Part.Heading("What the advisor said"),
                new Part.Paragraph(
                    "It saw the defaults at work for %s, by two surveys, and nothing else.%s"
                        .formatted(
                            Quantities.duration(plan.duration().minusSeconds(1)),
                            advice.followed().isEmpty() ? " No setting is to be changed." : ""))),
            list("Followed", advice.followed()),
            list("Not followed, because it takes a restart (--restart)", advice.needingRestart()),
            list("Not followed, because it is no setting", advice.notFollowed()),
            list("Refused", advice.refused()),
            list("Findings", advice.findings()))
        .flatMap(each -> each);
  }

  private static Stream<Part> list(String intro, List<String> lines) {
    return lines.isEmpty() ? Stream.empty() : Stream.of(new Part.Folded(intro, lines, 0));
  }
}
