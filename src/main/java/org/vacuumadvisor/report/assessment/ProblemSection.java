package org.vacuumadvisor.report.assessment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.Plan;
import org.vacuumadvisor.advice.Problem;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.report.About;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.unit.Quantities;

/// What is wrong, in brief: each problem with its cause, what follows from it, and what to do.
final class ProblemSection {
  private static final int NAMED = 5;

  private ProblemSection() {}

  static Stream<Part> parts(List<Problem> problems, Plan plan) {
    return problems.isEmpty()
        ? Stream.empty()
        : Stream.concat(
            Stream.of(new Part.Heading("Problems")),
            problems.stream().map(each -> card(each, plan)));
  }

  static Part.ProblemCard card(Problem problem, Plan plan) {
    var emergency = problem.emergency();
    var effects = new ArrayList<String>();
    if (emergency.isPresent()) {
      effects.add("Cause: " + problem.cause().headline());
    }
    effects.addAll(alike(problem));
    effects.addAll(consequences(problem));
    return new Part.ProblemCard(
        problem.severity(), problem.headline(), effects, List.of(PlanSection.arrow(problem, plan)));
  }

  private static List<String> alike(Problem problem) {
    var others = problem.alike();
    return others.isEmpty()
        ? List.of()
        : List.of(
            "The same of %s: %s"
                .formatted(
                    problem.others(), named(others.stream().map(ProblemSection::name).toList())));
  }

  private static String name(Finding finding) {
    return finding
        .holders()
        .map(HorizonHolder::name)
        .findFirst()
        .or(() ->
            finding.subject() instanceof Subject.OfIndex(_, var index)
                ? Optional.of(Identifiers.quoted(index.name()))
                : About.of(finding.subject()).relation().map(RelationName::sql))
        .orElse(finding.headline());
  }

  /// One of a kind is told by its headline, several are counted.
  private static List<String> consequences(Problem problem) {
    Map<String, List<Finding>> byKind =
        problem.consequences().stream()
            .filter(each -> problem.emergency().filter(each::equals).isEmpty())
            .collect(Collectors.groupingBy(Finding::id, LinkedHashMap::new, Collectors.toList()));
    return byKind.values().stream()
        .map(kind ->
            kind.size() == 1
                ? kind.getFirst().headline()
                : "%s, and %s like it"
                    .formatted(
                        kind.getFirst().headline(),
                        Quantities.counted(kind.size() - 1L, "other finding")))
        .toList();
  }

  private static String named(List<String> names) {
    var some = names.stream().limit(NAMED).collect(Collectors.joining(", "));
    return names.size() > NAMED ? some + ", …" : some;
  }
}
