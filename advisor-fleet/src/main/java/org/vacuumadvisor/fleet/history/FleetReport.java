package org.vacuumadvisor.fleet.history;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.fleet.judged.ClusterVerdict;
import org.vacuumadvisor.fleet.judged.ToldProblem;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.report.data.CheckLine;
import org.vacuumadvisor.report.data.JsonText;
import org.vacuumadvisor.unit.Quantities;

/// The clusters of an archive for people: ranked by urgency, with the problems that several of them
/// share.
public final class FleetReport {
  private static final int NAMED = 5;

  private FleetReport() {}

  /// The report.
  ///
  /// @param most how many clusters are listed
  public static Report of(Fleet fleet, int most) {
    var clusters = fleet.clusters();
    var parts = new ArrayList<Part>();
    parts.add(new Part.Verdict(fleet.worst(), summary(clusters)));
    fleet.damaged().forEach(each -> parts.add(new Part.Paragraph(each)));
    var troubled = clusters.stream().filter(each -> each.worst().isPresent()).toList();
    if (!troubled.isEmpty()) {
      parts.add(new Part.Heading("Clusters, the most urgent first"));
      troubled.stream()
          .limit(most)
          .map(each -> card(each, fleet.question().at()))
          .forEach(parts::add);
    }
    if (troubled.size() > most) {
      parts.add(
          new Part.Paragraph(
              "%s more with problems: %s."
                  .formatted(
                      Quantities.counted(troubled.size() - most, "cluster"),
                      names(troubled.subList(most, troubled.size())))));
    }
    parts.addAll(unknown(clusters));
    var fine =
        clusters.stream()
            .filter(each -> each.worst().isEmpty() && reason(each.verdict()).isEmpty())
            .collect(
                Collectors.groupingBy(
                    each -> each.verdict().words(), LinkedHashMap::new, Collectors.toList()));
    if (!fine.isEmpty()) {
      parts.add(new Part.Heading("No problem told"));
      fine.forEach(
          (words, each) -> parts.add(new Part.Paragraph("%s: %s".formatted(words, names(each)))));
    }
    var problems = fleet.problems();
    if (!problems.isEmpty()) {
      parts.add(new Part.Heading("Problems, the worst and those of most clusters first"));
      problems.stream().map(FleetReport::problem).forEach(parts::add);
    }
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
                              String.join(", ", names.stream().sorted().toList())))));
    }
    return parts;
  }

  private static Optional<String> reason(ClusterVerdict verdict) {
    return verdict
        .failure()
        .map("could not be seen: "::concat)
        .or(() -> verdict.told().notJudged().map("not judged whole: "::concat))
        .or(() ->
            verdict.isStale()
                ? Optional.of(
                    verdict.basis() == ClusterVerdict.Basis.LOGS
                        ? "its logs were not read lately: run ingest"
                        : "nobody looked lately: see that watch runs")
                : Optional.empty());
  }

  /// `42 clusters: 1 act now, 38 needs attention, 3 healthy.`
  private static String summary(List<RankedCluster> clusters) {
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
    lines.add("for example %s: %s".formatted(worst.cluster(), worst.problem().headline()));
    int all = problem.members().size();
    int grave = problem.clusters(worst.severity()).size();
    return new Part.ProblemCard(
        worst.severity(),
        Optional.empty(),
        "%s: %s%s"
            .formatted(
                problem.rule(),
                Quantities.counted(all, "cluster"),
                grave < all
                    ? ", %d of them %s".formatted(grave, JsonText.word(worst.severity()))
                    : ""),
        lines,
        worst.problem().steps());
  }

  private static String names(List<RankedCluster> clusters) {
    return clusters.stream()
        .map(each -> each.verdict().cluster())
        .collect(Collectors.joining(", "));
  }

  /// The worst problem in one line; then how the cluster is, since when, and what mending saves.
  private static Part.ProblemCard card(RankedCluster cluster, Instant at) {
    var verdict = cluster.verdict();
    var worst = cluster.worst().orElseThrow();
    var state = new ArrayList<>(List.of(verdict.words()));
    worst.since().map(each -> "since " + Words.moment(each)).ifPresent(state::add);
    cluster.emergencyWords().ifPresent(state::add);
    state.add("seen " + seen(verdict, at));
    var effects = new ArrayList<>(worst.because().map("because: "::concat).stream().toList());
    effects.add(String.join("; ", state));
    saves(cluster, worst).ifPresent(effects::add);
    return new Part.ProblemCard(
        worst.severity(),
        Optional.empty(),
        "%s: %s".formatted(verdict.cluster(), worst.headline()),
        effects,
        worst.steps());
  }

  private static Optional<String> saves(RankedCluster cluster, ToldProblem problem) {
    var saved = new ArrayList<String>();
    problem.saves().ifPresent(saved::add);
    if (RankedCluster.isHeld(problem) && cluster.deadRowHours().isPresent()) {
      saved.add(
          Quantities.rounded(Math.round(cluster.deadRowHours().getAsDouble()))
              + " dead-row-hours a day");
    }
    return saved.isEmpty()
        ? Optional.empty()
        : Optional.of("mending saves " + String.join("; ", saved));
  }

  private static String seen(ClusterVerdict verdict, Instant at) {
    return verdict
        .told()
        .time()
        .map(each ->
            Quantities.duration(Duration.between(each, at).truncatedTo(ChronoUnit.SECONDS))
                + " before"
                + (verdict.isStale() ? " (old)" : ""))
        .orElse(verdict.basis() == ClusterVerdict.Basis.NOTHING ? "never" : "not known when");
  }

  /// A fleet as one line for a monitoring system, in the form of the Nagios plugin guidelines,
  /// without a line break: `VACUUM CRITICAL - 42 clusters: 1 act now, …: db7, … | clusters=42
  /// act_now=1 …`.
  public static String checkLine(Fleet fleet) {
    var named =
        fleet.clusters().stream()
            .filter(each -> each.verdict().condition() != Condition.HEALTHY)
            .limit(NAMED)
            .map(each ->
                each.verdict().cluster() + each.emergencyWords().map(" (%s)"::formatted).orElse(""))
            .collect(Collectors.joining(", "));
    return "VACUUM %s - %s%s%s | clusters=%d act_now=%d needs_attention=%d not_judged=%d failed=%d stale=%d"
        .formatted(
            CheckLine.Status.of(fleet.condition()),
            summary(fleet.clusters()),
            fleet.damaged().isEmpty()
                ? ""
                : " %s of the archive left out."
                    .formatted(Quantities.counted(fleet.damaged().size(), "damaged file")),
            named.isEmpty() ? "" : " First: " + CheckLine.printable(named),
            fleet.clusters().size(),
            count(fleet, Condition.ACT_NOW),
            count(fleet, Condition.NEEDS_ATTENTION),
            count(fleet, Condition.NOTHING_TO_JUDGE) + count(fleet, Condition.NOTHING_WRONG_SHOWN),
            fleet.clusters().stream().filter(each -> each.verdict().failure().isPresent()).count(),
            fleet.clusters().stream()
                .filter(each -> each.verdict().isStale() && each.verdict().failure().isEmpty())
                .count());
  }

  /// A cluster that nobody sees now is counted as such, not as one that cannot be judged.
  private static long count(Fleet fleet, Condition condition) {
    return fleet.clusters().stream()
        .filter(each -> each.verdict().condition() == condition)
        .filter(each -> condition != Condition.NOTHING_TO_JUDGE || !each.verdict().isUnseen())
        .count();
  }
}
