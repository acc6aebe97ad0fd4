package org.vacuumadvisor.fleet.judged;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.advice.Problem;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.report.Part;

/// A problem that the advisor told of a cluster.
///
/// @param rule the id of what a reader has to know first: the emergency it leads to, or its cause
/// @param headline of the same
/// @param because the headline of the cause where an emergency leads
/// @param action what to do; empty where nothing is recommended
/// @param sql the statement that does it, where one does
/// @param since when it was told first, without a break; empty where that is not known
/// @param saves what the action saves, as far as it is foreseen
public record ToldProblem(
    String rule,
    Severity severity,
    String headline,
    Optional<String> because,
    Optional<String> action,
    Optional<String> sql,
    Optional<Instant> since,
    Optional<String> saves) {
  /// What ends in a server that takes no more writes, the worst first.
  private static final List<String> EMERGENCIES =
      List.of("wraparound-shutdown", "wraparound-near", "multixact-near");

  /// The worst first; of what is as grave, an emergency.
  static final Comparator<ToldProblem> WORST_FIRST =
      Comparator.comparing(ToldProblem::severity).thenComparingInt(each -> urgency(each.rule()));

  /// A lower number for what is more urgent by its nature, whatever its severity.
  public static int urgency(String rule) {
    int at = EMERGENCIES.indexOf(rule);
    return at < 0 ? EMERGENCIES.size() : at;
  }

  /// Whether it will end in a server that takes no more writes, and has not yet.
  public boolean isApproaching() {
    return urgency(rule) > 0 && EMERGENCIES.contains(rule);
  }

  static ToldProblem of(Problem problem) {
    var answer = problem.recommendations().stream().findFirst();
    var leading = problem.emergency().orElse(problem.cause());
    return new ToldProblem(
        leading.id(),
        problem.severity(),
        leading.headline(),
        problem.emergency().map(_ -> problem.cause().headline()),
        answer.map(Recommendation::title),
        answer.flatMap(Recommendation::sql),
        Optional.empty(),
        answer.flatMap(FindingRows::saves));
  }

  /// The action as a step of a report.
  public List<Part.Step> steps() {
    return action.stream().map(Part.Step::of).toList();
  }
}
