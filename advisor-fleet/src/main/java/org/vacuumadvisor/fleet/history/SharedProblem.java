package org.vacuumadvisor.fleet.history;

import java.util.Comparator;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.fleet.judged.ToldProblem;

/// A problem that clusters have in common. How grave it is belongs to each of them.
///
/// @param members those that have it, the gravest first
public record SharedProblem(String rule, List<Member> members) {
  private static final Comparator<Member> GRAVEST_FIRST =
      Comparator.comparing(Member::severity).thenComparing(Member::cluster);

  public SharedProblem {
    members = List.copyOf(members);
  }

  /// A cluster that has it.
  public record Member(String cluster, ToldProblem problem) {
    public Severity severity() {
      return problem.severity();
    }
  }

  /// The problems of clusters: the worst first, of them those of most clusters. A cluster that has
  /// one several times has it as the gravest of these.
  static List<SharedProblem> of(List<RankedCluster> clusters) {
    var byRule =
        clusters.stream()
            .flatMap(each ->
                each.verdict().problems().stream()
                    .map(problem -> new Member(each.verdict().cluster(), problem)))
            .collect(
                Collectors.groupingBy(
                    each -> each.problem().rule(),
                    Collectors.toMap(
                        Member::cluster, each -> each, BinaryOperator.minBy(GRAVEST_FIRST))));
    return byRule.entrySet().stream()
        .map(each ->
            new SharedProblem(
                each.getKey(), each.getValue().values().stream().sorted(GRAVEST_FIRST).toList()))
        .sorted(
            Comparator.comparing((SharedProblem each) -> each.worst().severity())
                .thenComparingInt(each -> ToldProblem.urgency(each.rule()))
                .thenComparingInt(each -> -each.clusters(each.worst().severity()).size())
                .thenComparingInt(each -> -each.members().size())
                .thenComparing(SharedProblem::rule))
        .toList();
  }

  /// The one that has it worst.
  public Member worst() {
    return members.getFirst();
  }

  /// The clusters in which it is so grave.
  public List<String> clusters(Severity severity) {
    return members.stream()
        .filter(each -> each.severity() == severity)
        .map(Member::cluster)
        .toList();
  }
}
