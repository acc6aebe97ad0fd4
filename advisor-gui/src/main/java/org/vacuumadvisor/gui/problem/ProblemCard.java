package org.vacuumadvisor.gui.problem;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.advice.Plan;
import org.vacuumadvisor.advice.Problem;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.PartNodes;
import org.vacuumadvisor.gui.part.Severities;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.report.About;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.assessment.ProblemSection;
import org.vacuumadvisor.unit.Quantities;

/// One problem: a headline, and when it is chosen its cause, its effects, what to do, its proof,
/// and what follows from it.
final class ProblemCard extends VBox {
  private static final double GAP = 8;
  private static final int MOST_STEPS = 3;

  /// More tables or findings than these are counted.
  private static final int MOST_LISTED = 200;

  private final Problem problem;
  private final Plan plan;
  private final Label headline;
  private final VBox head;

  /// @param plan what to do about all problems
  /// @param choose is called when somebody chooses it
  ProblemCard(Problem problem, Plan plan, Runnable choose) {
    this.problem = problem;
    this.plan = plan;
    this.headline = Texts.wrapped(problem.headline(), "strong");
    var how = new HBox(GAP, Severities.tag(problem.severity()));
    if (!problem.alike().isEmpty()) {
      var count = Quantities.counted(problem.alike().size() + 1L, problem.noun());
      how.getChildren().add(Texts.whole(count, "faint", "small"));
    }
    head = new VBox(2, how, headline);
    getChildren().add(head);
    getStyleClass().addAll("card", "openable", Severities.style(problem.severity()));
    setMinWidth(0);
    setId(problem.cause().id() + About.of(problem.cause().subject()));
    setAccessibleText(
        "%s: %s. Shows cause, action and lines."
            .formatted(Severities.word(problem.severity()), problem.headline()));
    Boxes.pressable(this, head, choose);
  }

  /// Whether it is the one that is chosen.
  boolean isChosen() {
    return getStyleClass().contains("selected");
  }

  Problem problem() {
    return problem;
  }

  /// Shows all of it, with ways to other screens.
  void open(Node ways) {
    choose();
    getChildren().addAll(details());
    getChildren().add(ways);
    getChildren().add(proof());
    if (!problem.alike().isEmpty()) {
      getChildren().add(alike());
    }
    ProblemSection.consequences(problem)
        .forEach(each -> getChildren().add(Texts.wrapped("Follows: " + each, "small")));
  }

  /// Shows that it is chosen, its figure first.
  void choose() {
    close();
    ProblemSection.figure(problem).map(this::figure).ifPresent(getChildren()::addFirst);
    headline.getStyleClass().setAll("label", "section-title");
    getStyleClass().add("selected");
  }

  /// Shows its headline alone.
  void close() {
    getStyleClass().remove("selected");
    headline.getStyleClass().setAll("label", "strong");
    getChildren().removeIf(each -> !each.equals(head));
  }

  private List<Node> details() {
    var nodes = new ArrayList<Node>();
    if (problem.emergency().isPresent()) {
      nodes.add(Texts.wrapped("Cause: " + problem.cause().headline()));
    }
    problem.cause().evidence().stream()
        .filter(Fact::isEffect)
        .map(fact -> Texts.wrapped(Names.capital("%s: %s".formatted(fact.label(), fact.value()))))
        .forEach(nodes::add);
    nodes.addAll(steps());
    if (problem.recommendations().isEmpty()) {
      nodes.add(Texts.wrapped(problem.cause().explanation()));
    }
    return nodes;
  }

  private HBox figure(Part.Proof proof) {
    var figure =
        Texts.whole(proof.value(), "figure", "text-" + Severities.style(problem.severity()));
    var box = new HBox(GAP, figure, Texts.wrapped(proof.label(), "faint"));
    box.setAlignment(Pos.BASELINE_LEFT);
    return box;
  }

  /// What to do about it, under the numbers of the plan; the arrow where it is all there is to do.
  private List<Node> steps() {
    var own = problem.recommendations();
    var steps =
        plan.steps().stream().filter(each -> each.followed().anyMatch(own::contains)).toList();
    boolean isOrdered = plan.steps().size() > 1;
    var nodes = new ArrayList<Node>();
    steps.stream()
        .limit(MOST_STEPS)
        .map(each -> step(each, isOrdered ? each.number() + "." : "→"))
        .forEach(nodes::add);
    if (steps.size() > MOST_STEPS) {
      nodes.add(
          Texts.wrapped(
              "%s: see Advice."
                  .formatted(Quantities.counted(steps.size() - MOST_STEPS, "more step")),
              "faint",
              "small"));
    }
    return nodes;
  }

  private Node step(Plan.Step step, String mark) {
    var own =
        ((Plan.Action.Follow) step.action())
            .recommendations().stream().filter(problem.recommendations()::contains).toList();
    var each = own.getFirst();
    var others = Quantities.counted(own.size() - 1L, "other");
    var sql = own.stream().flatMap(one -> one.sql().stream()).collect(Collectors.joining("\n"));
    var node =
        PartNodes.step(
            new Part.Step(
                mark,
                own.size() > 1
                    ? "%s, and the same of %s".formatted(each.title(), others)
                    : each.title(),
                Optional.of(sql).filter(some -> !some.isEmpty()).map(Part.Script::new),
                each.risk().cost().map(cost -> "Risk: " + cost).stream().toList()));
    node.getChildren().getFirst().getStyleClass().add("strong");
    each.how().map(Texts::wrapped).ifPresent(how -> node.getChildren().add(1, how));
    return node;
  }

  private Node proof() {
    var cause = problem.cause();
    var lines = new ArrayList<String>();
    for (var fact : cause.evidence()) {
      var source = fact.source().isEmpty() ? "" : " (%s)".formatted(fact.source());
      lines.add("%s: %s%s".formatted(fact.label(), fact.value(), source));
    }
    lines.add(cause.explanation());
    if (cause.surer() != null) {
      lines.add("To be certain: " + cause.surer());
    }
    return PartNodes.node(Part.folded("Proof and explanation", lines, MOST_LISTED));
  }

  private Node alike() {
    var tables =
        problem.alike().stream()
            .map(each ->
                About.of(each.subject())
                    .relation()
                    .map(name -> name.schema() + "." + name.name())
                    .orElse(each.headline()))
            .toList();
    return PartNodes.node(Part.folded("The same of " + problem.others(), tables, MOST_LISTED));
  }
}
