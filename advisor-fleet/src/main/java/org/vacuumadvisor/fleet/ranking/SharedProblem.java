package org.vacuumadvisor.fleet.ranking;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.fleet.judged.ToldProblem;

/// A problem that clusters have in common.
///
/// @param severity the worst
/// @param clusters by name
/// @param example of the first of them
/// @param exampleOf its cluster
public record SharedProblem(
    String rule, Severity severity, List<String> clusters, ToldProblem example, String exampleOf) {
  public SharedProblem {
    clusters = List.copyOf(clusters);
  }

  private record Told(String cluster, ToldProblem problem) {}

  /// The problems of clusters: the worst first, of them those of most clusters.
  static List<SharedProblem> of(List<RankedCluster> clusters) {
    Map<String, List<Told>> byRule = new LinkedHashMap<>();
    for (var each : clusters) {
      for (var problem : each.verdict().problems()) {
        byRule
            .computeIfAbsent(problem.rule(), _ -> new ArrayList<>())
            .add(new Told(each.verdict().cluster(), problem));
      }
    }
    return byRule.entrySet().stream()
        .map(each -> of(each.getKey(), each.getValue()))
        .sorted(
            Comparator.comparing(SharedProblem::severity)
                .thenComparingInt(each -> -each.clusters().size())
                .thenComparing(SharedProblem::rule))
        .toList();
  }

  private static SharedProblem of(String rule, List<Told> told) {
    var worst =
        told.stream()
            .min(
                Comparator.comparing((Told each) -> each.problem().severity())
                    .thenComparing(Told::cluster))
            .orElseThrow();
    return new SharedProblem(
        rule,
        worst.problem().severity(),
        told.stream().map(Told::cluster).distinct().sorted().toList(),
        worst.problem(),
        worst.cluster());
  }
}
