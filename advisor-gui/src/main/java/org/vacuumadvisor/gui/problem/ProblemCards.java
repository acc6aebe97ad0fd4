package org.vacuumadvisor.gui.problem;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Problem;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.gui.part.Severities;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.work.Workbench;
import org.vacuumadvisor.gui.work.Workbench.Opened;

/// What is wrong, a card for each problem, the worst first; below them what is only worth knowing.
/// The problem that is chosen anywhere in the window is open. Where a server is watched, cards
/// whose problem is as it was stay as they are.
public final class ProblemCards extends VBox {
  private static final double GAP = 8;

  private final Shell shell;
  private final Place here;
  private final Detail detail;
  private final Consumer<Finding> showNote;
  private Optional<Opened> source = Optional.empty();

  /// How much is shown of the problem that is chosen.
  public enum Detail {
    /// Cause, action, proof and consequences.
    ALL,
    /// Its headline: what to do stands beside the list.
    HEADLINE
  }

  /// @param here the screen it is on; there is no way to it
  /// @param showNote is given a finding that is part of no problem when somebody chooses it
  public ProblemCards(Shell shell, Place here, Detail detail, Consumer<Finding> showNote) {
    super(GAP);
    this.shell = shell;
    this.here = here;
    this.detail = detail;
    this.showNote = showNote;
    shell.workbench().problemProperty().subscribe(this::open);
  }

  /// Shows these in place of others.
  ///
  /// @param from what they are of
  /// @param notes findings that are part of no problem
  public void show(Opened from, List<Problem> problems, List<Finding> notes) {
    source = Optional.of(from);
    var before = cards().toList();
    var focused = before.stream().filter(Node::isFocused).map(ProblemCard::problem).findFirst();
    var nodes = new ArrayList<Node>();
    var plan = from.assessment().plan();
    for (var problem : problems) {
      nodes.add(
          before.stream()
              .filter(each -> each.problem().equals(problem) && each.plan().equals(plan))
              .findFirst()
              .orElseGet(() -> new ProblemCard(problem, plan, () -> choose(problem))));
    }
    if (!notes.isEmpty() && detail == Detail.ALL) {
      nodes.add(
          Texts.folded(
              "Worth knowing (%,d)".formatted(notes.size()),
              () -> new VBox(6, notes.stream().map(this::note).toArray(Node[]::new))));
    }
    getChildren().setAll(nodes);
    open(shell.workbench().problemProperty().get());
    focused.ifPresent(was ->
        cards()
            .filter(each -> Workbench.isSame(each.problem(), was))
            .findFirst()
            .ifPresent(Node::requestFocus));
  }

  /// Shows nothing.
  public void clear() {
    source = Optional.empty();
    getChildren().clear();
  }

  /// Takes the focus to the problem that is chosen.
  public void focusChosen() {
    cards().filter(ProblemCard::isChosen).findFirst().ifPresent(Node::requestFocus);
  }

  private Stream<ProblemCard> cards() {
    return getChildren().stream()
        .filter(ProblemCard.class::isInstance)
        .map(ProblemCard.class::cast);
  }

  private void choose(Problem problem) {
    source.ifPresent(from -> shell.workbench().choose(from, problem));
  }

  private void open(Optional<Problem> chosen) {
    source.ifPresent(from ->
        cards()
            .forEach(card -> {
              if (chosen.filter(other -> Workbench.isSame(card.problem(), other)).isEmpty()) {
                card.close();
              } else if (!card.isChosen()) {
                switch (detail) {
                  case ALL -> card.open(new Jumps(shell, from).of(card.problem(), here));
                  case HEADLINE -> card.choose();
                }
              }
            }));
  }

  /// What is part of no problem. That all is well is said by the verdict, and what is missing below
  /// it.
  public static List<Finding> notes(Assessment assessment) {
    var told = new HashSet<Finding>();
    assessment.problems().stream().flatMap(Problem::findings).forEach(told::add);
    return assessment.findings().stream()
        .filter(each -> !told.contains(each) && !each.isAllClear() && !each.isQuestion())
        .toList();
  }

  private Node note(Finding finding) {
    var title = Texts.wrapped(finding.headline());
    var card = new VBox(title, Texts.wrapped(finding.explanation(), "faint", "small"));
    card.getStyleClass().addAll("card", "openable", Severities.style(finding.severity()));
    card.setFocusTraversable(true);
    card.setAccessibleRole(AccessibleRole.BUTTON);
    card.setAccessibleText(title.getText() + ". Shows its lines.");
    card.setOnMouseClicked(_ -> showNote.accept(finding));
    card.setOnKeyPressed(key -> {
      if (key.getCode() == KeyCode.ENTER || key.getCode() == KeyCode.SPACE) {
        key.consume();
        showNote.accept(finding);
      }
    });
    return card;
  }
}
