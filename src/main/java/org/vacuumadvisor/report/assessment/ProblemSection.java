package org.vacuumadvisor.report.assessment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.Plan;
import org.vacuumadvisor.advice.Problem;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.report.About;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.unit.Quantities;

/// What is wrong, in brief: each problem with its cause, what follows from it, and what to do.
public final class ProblemSection {
  private static final int NAMED = 5;

  private ProblemSection() {}

  static Stream<Part> parts(List<Problem> problems, Plan plan, Naming naming) {
    return Part.section("Problems", problems.stream().map(each -> card(each, plan, naming)));
  }

  static Part.ProblemCard card(Problem problem, Plan plan, Naming naming) {
    var emergency = problem.emergency();
    var effects = new ArrayList<String>();
    if (emergency.isPresent()) {
      effects.add("Cause: " + problem.cause().headline());
    }
    effects.addAll(alike(problem, naming));
    effects.addAll(consequences(problem));
    var answers = plan.hasOrder() ? List.<Recommendation>of() : plan.answersTo(problem);
    return new Part.ProblemCard(
        problem.severity(),
        figure(problem),
        headline(problem, naming),
        effects,
        answers.isEmpty()
            ? List.of(PlanSection.arrow(problem, plan))
            : answers.stream()
                .map(each -> PlanSection.step(each, naming))
                .map(each -> PlanSection.shortened(each, "statement below"))
                .toList());
  }

  /// What is wrong, behind the database where there are several.
  static String headline(Problem problem, Naming naming) {
    return About.of(problem.emergency().orElse(problem.cause()).subject())
            .relation()
            .map(naming::place)
            .orElse("")
        + problem.headline();
  }

  /// The figure that the headline is about, before all else: its dead rows, or the first in it;
  /// where it has none, the first that was counted.
  public static Optional<Part.Proof> figure(Problem problem) {
    var counted =
        problem.cause().evidence().stream()
            .filter(fact -> fact.provenance() == null && Character.isDigit(fact.value().charAt(0)))
            .toList();
    return counted.stream()
        .filter(fact -> problem.headline().contains(count(fact)))
        .min(
            Comparator.comparing((Fact fact) -> !fact.label().contains("dead"))
                .thenComparingInt(fact -> problem.headline().indexOf(count(fact))))
        .or(() ->
            counted.stream()
                .filter(fact -> fact.measure() != null && fact.measure().number() > 1)
                .findFirst())
        .map(fact -> new Part.Proof(fact.label(), count(fact), fact.source()));
  }

  /// `1,402` of `1,402, removed: 15`.
  private static String count(Fact fact) {
    int end = fact.value().indexOf(", ");
    return end < 0 ? fact.value() : fact.value().substring(0, end);
  }

  private static List<String> alike(Problem problem, Naming naming) {
    var others = problem.alike();
    return others.isEmpty()
        ? List.of()
        : List.of(
            "The same of %s: %s"
                .formatted(
                    problem.others(),
                    named(others.stream().map(each -> name(each, naming)).toList())));
  }

  private static String name(Finding finding, Naming naming) {
    return finding
        .holders()
        .map(HorizonHolder::name)
        .findFirst()
        .or(() ->
            finding.subject() instanceof Subject.OfIndex(_, var index)
                ? Optional.of(Identifiers.quoted(index.name()))
                : About.of(finding.subject())
                    .relation()
                    .map(each -> naming.place(each) + each.sql()))
        .orElse(finding.headline());
  }

  /// What follows from its cause: one of a kind is told by its headline, several are counted.
  public static List<String> consequences(Problem problem) {
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
