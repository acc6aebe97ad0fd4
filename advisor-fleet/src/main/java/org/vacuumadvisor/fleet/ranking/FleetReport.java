package org.vacuumadvisor.fleet.ranking;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.fleet.judged.ClusterVerdict;
import org.vacuumadvisor.fleet.judged.ToldProblem;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Part.Column;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.report.data.JsonText;
import org.vacuumadvisor.unit.Quantities;

/// The clusters of an archive for people: ranked by urgency, with the problems that several of them
/// share.
public final class FleetReport {
  private FleetReport() {}

  /// The report.
  ///
  /// @param most how many clusters are listed
  public static Report of(Fleet fleet, int most) {
    var clusters = fleet.clusters();
    var parts = new ArrayList<Part>();
    parts.add(new Part.Verdict(fleet.worst(), summary(clusters)));
    fleet.damaged().forEach(each -> parts.add(new Part.Paragraph(each)));
    parts.add(new Part.Heading("Clusters, the most urgent first"));
    parts.add(
        new Part.Grid(
            List.of(
                Column.text("Cluster"),
                Column.text("Verdict"),
                Column.text("Worst problem"),
                Column.text("Since"),
                Column.text("Writes stop in"),
                Column.text("Seen")),
            clusters.stream().limit(most).map(each -> row(each, fleet.at())).toList()));
    if (clusters.size() > most) {
      parts.add(
          new Part.Paragraph(
              "%s more are not shown."
                  .formatted(Quantities.counted(clusters.size() - most, "cluster"))));
    }
    if (!fleet.problems().isEmpty()) {
      parts.add(new Part.Heading("Problems, the worst and those of most clusters first"));
      parts.add(
          new Part.ProblemList(
              fleet.problems().stream().map(FleetReport::problem).toList(), Integer.MAX_VALUE));
    }
    parts.addAll(unknown(clusters));
    return new Report(
        "VACUUM in %s".formatted(Quantities.counted(clusters.size(), "cluster")), parts);
  }

  /// Why clusters are not known, each reason once.
  private static List<Part> unknown(List<RankedCluster> clusters) {
    var reasons = new LinkedHashMap<String, List<String>>();
    for (var each : clusters) {
      reason(each.verdict())
          .ifPresent(why ->
              reasons.computeIfAbsent(why, _ -> new ArrayList<>()).add(each.verdict().cluster()));
    }
    var parts = new ArrayList<Part>();
    if (!reasons.isEmpty()) {
      parts.add(new Part.Heading("Why some are not known"));
      reasons.forEach((why, names) ->
          parts.add(
              new Part.Paragraph(
                  names.size() == 1
                      ? "%s: %s".formatted(names.getFirst(), why)
                      : "%s: %s. %s"
                          .formatted(
                              Quantities.counted(names.size(), "cluster"),
                              why,
                              String.join(", ", names)))));
    }
    return parts;
  }

  private static Optional<String> reason(ClusterVerdict verdict) {
    return verdict
        .failure()
        .map("could not be seen: "::concat)
        .or(() -> verdict.notJudged().map("not judged whole: "::concat))
        .or(() ->
            verdict.isStale()
                ? Optional.of(
                    verdict.basis() == ClusterVerdict.Basis.LOGS
                        ? "its logs were not read lately: run ingest"
                        : "nobody looked lately: see that watch runs")
                : Optional.empty());
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
    var worst = problem.worst();
    var lines = new ArrayList<String>();
    for (var severity : Severity.values()) {
      var names = problem.clusters(severity);
      if (!names.isEmpty()) {
        lines.add("%s: %s".formatted(JsonText.word(severity), String.join(", ", names)));
      }
    }
    lines.add("for example %s: %s".formatted(worst.cluster(), headline(worst.problem())));
    return new Part.ProblemCard(
        worst.severity(),
        "%s: %s".formatted(problem.rule(), Quantities.counted(problem.members().size(), "cluster")),
        lines,
        worst.problem().steps());
  }

  private static String headline(ToldProblem problem) {
    return problem.headline() + problem.because().map("; because: "::concat).orElse("");
  }

  private static List<String> row(RankedCluster cluster, Instant at) {
    var verdict = cluster.verdict();
    return List.of(
        verdict.cluster(),
        verdict.words(),
        cluster.worst().map(each -> headline(each) + saves(cluster, each)).orElse(""),
        cluster.worst().flatMap(ToldProblem::since).map(Words::moment).orElse(""),
        stops(cluster),
        seen(verdict, at));
  }

  private static String saves(RankedCluster cluster, ToldProblem problem) {
    var saved = new ArrayList<String>();
    problem.saves().ifPresent(saved::add);
    boolean isHeld = problem.rule().startsWith("xmin-held") || problem.because().isPresent();
    if (isHeld && cluster.deadRowHours().isPresent()) {
      saved.add(
          Quantities.rounded(Math.round(cluster.deadRowHours().getAsDouble()))
              + " dead-row-hours a day");
    }
    return saved.isEmpty() ? "" : ". Mending saves " + String.join("; ", saved);
  }

  private static String stops(RankedCluster cluster) {
    if (cluster.idsLeft().isEmpty()) {
      return "not known";
    }
    var ids = Quantities.rounded(Math.max(0, cluster.idsLeft().getAsLong())) + " transactions";
    return cluster.daysLeft().isPresent()
        ? "%s d, %s"
            .formatted(Quantities.rounded(Math.round(cluster.daysLeft().getAsDouble())), ids)
        : ids;
  }

  private static String seen(ClusterVerdict verdict, Instant at) {
    return verdict
        .time()
        .map(each ->
            Quantities.duration(Duration.between(each, at).truncatedTo(ChronoUnit.SECONDS))
                + " before"
                + (verdict.isStale() ? " (old)" : ""))
        .orElse(verdict.basis() == ClusterVerdict.Basis.NOTHING ? "never" : "not known when");
  }
}
