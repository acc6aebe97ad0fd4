package org.vacuumadvisor.fleet.judged;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.advice.Problem;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.report.Part;

/// A problem that the advisor told of a cluster.
///
/// @param rule the id of its cause
/// @param action what to do; empty where nothing is recommended
/// @param sql the statement that does it, where one does
public record ToldProblem(
    String rule,
    Severity severity,
    String headline,
    Optional<String> action,
    Optional<String> sql) {

  static ToldProblem of(Problem problem) {
    var answer = problem.recommendations().stream().findFirst();
    return new ToldProblem(
        problem.cause().id(),
        problem.severity(),
        problem.headline(),
        answer.map(each -> each.title()),
        answer.flatMap(each -> each.sql()));
  }

  /// The action as a step of a report.
  public List<Part.Step> steps() {
    return action.stream()
        .map(each -> new Part.Step(each, Optional.empty(), Optional.empty()))
        .toList();
  }
}
