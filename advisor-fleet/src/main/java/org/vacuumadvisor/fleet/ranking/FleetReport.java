package org.vacuumadvisor.fleet.ranking;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Part.Column;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.unit.Quantities;

/// The clusters of an archive for people: ranked by urgency, with the problems that several of them
/// share.
public final class FleetReport {
  /// What was seen longer before is marked.
  private static final Duration STALE = Duration.ofHours(1);

  private static final int LINES_A_PROBLEM = 6;

  /// So many clusters are named for a problem.
  private static final int SHOWN = 5;

  private FleetReport() {}

  /// The report.
  ///
  /// @param most how many clusters are listed
  public static Report of(Fleet fleet, int most) {
    var clusters = fleet.clusters();
    var problems = fleet.problems();
    var parts = new ArrayList<Part>();
    parts.add(new Part.Verdict(fleet.worst(), summary(clusters)));
    fleet.damaged().forEach(each -> parts.add(new Part.Paragraph(each)));
    if (!problems.isEmpty()) {
      parts.add(new Part.Heading("Problems, the worst and those of most clusters first"));
      parts.add(
          new Part.ProblemList(
              problems.stream().map(FleetReport::problem).toList(),
              problems.size() * LINES_A_PROBLEM));
    }
    parts.add(new Part.Heading("Clusters, the most urgent first"));
    parts.add(
        new Part.Grid(
            List.of(
                Column.text("Cluster"),
                Column.text("Verdict"),
                Column.number("Critical"),
                Column.number("Warnings"),
                Column.number("Days until writes stop"),
                Column.text("Seen")),
            clusters.stream().limit(most).map(each -> row(each, fleet.at())).toList()));
    if (clusters.size() > most) {
      parts.add(
          new Part.Paragraph(
              "%s more are not shown."
                  .formatted(Quantities.counted(clusters.size() - most, "cluster"))));
    }
    parts.addAll(notJudged(clusters, most));
    return new Report(
        "VACUUM in %s".formatted(Quantities.counted(clusters.size(), "cluster")), parts);
  }

  /// Why clusters could not be seen or judged.
  private static List<Part> notJudged(List<RankedCluster> clusters, int most) {
    var reasons = new ArrayList<Part>();
    for (var each : clusters) {
      var verdict = each.verdict();
      verdict
          .failure()
          .map("could not be seen: "::concat)
          .or(() -> verdict.notJudged().map("cannot judge: "::concat))
          .map(why -> new Part.Paragraph("%s %s".formatted(verdict.cluster(), why)))
          .ifPresent(reasons::add);
    }
    var shown = new ArrayList<Part>();
    if (!reasons.isEmpty()) {
      shown.add(new Part.Heading("Why some could not be seen or judged"));
      shown.addAll(reasons.subList(0, Math.min(most, reasons.size())));
    }
    return shown;
  }

  /// `42 clusters: 1 act now, 38 needs attention, 3 healthy.`
  static String summary(List<RankedCluster> clusters) {
    var verdicts =
        clusters.stream()
            .collect(
                Collectors.groupingBy(
                    each -> each.verdict().words(), LinkedHashMap::new, Collectors.counting()));
    return Quantities.counted(clusters.size(), "cluster")
        + verdicts.entrySet().stream()
            .map(each -> each.getValue() + " " + each.getKey())
            .collect(Collectors.joining(", ", ": ", "."));
  }

  private static Part.ProblemCard problem(SharedProblem problem) {
    int clusters = problem.clusters().size();
    return new Part.ProblemCard(
        problem.severity(),
        "%s: %s".formatted(Quantities.counted(clusters, "cluster"), problem.rule()),
        List.of(
            problem.clusters().stream().limit(SHOWN).collect(Collectors.joining(", "))
                + (clusters > SHOWN ? ", …" : ""),
            "for example %s: %s".formatted(problem.exampleOf(), problem.example().headline())),
        problem.example().steps());
  }

  private static List<String> row(RankedCluster cluster, Instant at) {
    return List.of(
        cluster.verdict().cluster(),
        cluster.verdict().words(),
        cluster.isJudged() ? String.valueOf(cluster.critical()) : "not known",
        cluster.isJudged() ? String.valueOf(cluster.warnings()) : "not known",
        cluster.daysLeft().isPresent()
            ? Quantities.rounded(Math.round(cluster.daysLeft().getAsDouble()))
            : "not known",
        seen(cluster, at));
  }

  private static String seen(RankedCluster cluster, Instant at) {
    return switch (cluster.verdict().basis()) {
      case NOTHING -> "never";
      case SURVEY, LOGS ->
          cluster
              .verdict()
              .time()
              .map(each -> Duration.between(each, at).truncatedTo(ChronoUnit.SECONDS))
              .map(age ->
                  Quantities.duration(age) + " before" + (age.compareTo(STALE) > 0 ? " (old)" : ""))
              .orElse("not known when");
    };
  }
}
