package org.vacuumadvisor.report.assessment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.Plan;
import org.vacuumadvisor.advice.Problem;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.report.About;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.unit.Quantities;

/// What is wrong, in brief: each problem with its cause, what follows from it, and what to do.
public final class ProblemSection {
  private static final int NAMED = 5;
  private static final Pattern DEAD = Pattern.compile("dead (?:rows(?: now)?|but not removable)$");
  private static final Pattern DEAD_ROWS = Pattern.compile("[\\d,]*\\d(?= dead rows)");

  /// A number with its unit, as [org.vacuumadvisor.unit.Quantities] writes them; no date.
  private static final Pattern FIGURE =
      Pattern.compile(
          "(?<![\\w,.])[\\d,.]*\\d(?![-:\\w])(?:"
              + " (?:%|[mb]illion|[kMGTP]?B|ms|s|min|h|days?)(?!\\w))?(?: \\d+"
              + " (?:s|min|h)(?!\\w))?");

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

  /// The figure that proves it, before all else: dead rows or what else is counted in the headline;
  /// where nothing is, the dead rows that a vacuum kept, or the first that was counted.
  public static Optional<Part.Proof> figure(Problem problem) {
    var headline = problem.headline();
    var told = FIGURE.matcher(headline).results().map(MatchResult::group).toList();
    var rows = DEAD_ROWS.matcher(headline).results().map(MatchResult::group);
    return Stream.concat(
            problem.cause().evidence().stream(),
            rows.map(each -> Fact.observed("dead rows", each, "")))
        .filter(fact -> fact.provenance() == null && FIGURE.matcher(fact.value()).lookingAt())
        .filter(fact -> !count(fact).equals("1"))
        .filter(fact ->
            told.contains(count(fact)) || (!problem.cause().isQuestion() && isCounted(fact)))
        .min(
            Comparator.comparing((Fact fact) -> !told.contains(count(fact)))
                .thenComparing(fact -> !DEAD.matcher(fact.label()).find())
                .thenComparing(fact -> fact.source().isEmpty())
                .thenComparingInt(fact -> told.indexOf(count(fact))))
        .map(fact -> new Part.Proof(fact.label(), count(fact), fact.source()));
  }

  private static boolean isCounted(Fact fact) {
    return DEAD.matcher(fact.label()).find()
        || (fact.measure() != null && fact.measure().number() > 1);
  }

  /// `1,402` of `1,402, removed: 15`.
  private static String count(Fact fact) {
    return FIGURE.matcher(fact.value()).results().findFirst().orElseThrow().group();
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
            finding.remedies().stream()
                .flatMap(each ->
                    each instanceof Remedy.Tune(Subject.Cluster _, var setting, _)
                        ? Stream.of(setting.parameter())
                        : Stream.empty())
                .findFirst())
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
