package org.vacuumadvisor.fleet.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.fleet.judged.ToldProblem;

/// A problem that clusters have in common. How grave it is belongs to each of them.
///
/// @param members those that have it, the gravest first
public record SharedProblem(String rule, List<Member> members) {
  public SharedProblem {
    members = List.copyOf(members);
  }

  /// A cluster that has it.
  public record Member(String cluster, ToldProblem problem) {
    public Severity severity() {
      return problem.severity();
    }
  }

  /// The problems of clusters: the worst first, of them those of most clusters.
  static List<SharedProblem> of(List<RankedCluster> clusters) {
    Map<String, Map<String, Member>> byRule = new LinkedHashMap<>();
    for (var each : clusters) {
      var name = each.verdict().cluster();
      for (var problem : each.verdict().problems()) {
        var _ =
            byRule
                .computeIfAbsent(problem.rule(), _ -> new LinkedHashMap<>())
                .merge(
                    name,
                    new Member(name, problem),
                    (one, other) -> one.severity().compareTo(other.severity()) <= 0 ? one : other);
      }
    }
    return byRule.entrySet().stream()
        .map(each -> new SharedProblem(each.getKey(), gravestFirst(each.getValue().values())))
        .sorted(
            Comparator.comparing((SharedProblem each) -> each.worst().severity())
                .thenComparingInt(each -> ToldProblem.urgency(each.rule()))
                .thenComparingInt(each -> -each.clusters(each.worst().severity()).size())
                .thenComparingInt(each -> -each.members().size())
                .thenComparing(SharedProblem::rule))
        .toList();
  }

  private static List<Member> gravestFirst(Iterable<Member> members) {
    var sorted = new ArrayList<Member>();
    members.forEach(sorted::add);
    sorted.sort(Comparator.comparing(Member::severity).thenComparing(Member::cluster));
    return sorted;
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
