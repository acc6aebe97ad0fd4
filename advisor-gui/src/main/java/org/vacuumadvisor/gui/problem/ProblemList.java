package org.vacuumadvisor.gui.problem;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TitledPane;
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

/// What is wrong, a card for each problem, the worst first; below them what is only worth knowing.
/// The problem that is chosen anywhere in the window is open.
public final class ProblemList extends ScrollPane {
  private final Shell shell;
  private final Place here;
  private final ProblemFilterBar filter;
  private final Consumer<Finding> showNote;
  private final Detail detail;
  private final VBox cards = new VBox(8);
  private Optional<Assessment> shown = Optional.empty();

  /// How much is shown of the problem that is chosen.
  public enum Detail {
    /// Cause, action, proof and consequences.
    ALL,
    /// Its headline: what to do stands beside the list.
    HEADLINE
  }

  /// @param filter says which are shown
  /// @param showNote is given a finding that is part of no problem when somebody chooses it
  public ProblemList(
      Shell shell, Place here, Detail detail, ProblemFilterBar filter, Consumer<Finding> showNote) {
    this.detail = detail;
    this.shell = shell;
    this.here = here;
    this.filter = filter;
    this.showNote = showNote;
    setContent(cards);
    setFitToWidth(true);
    getStyleClass().add("plain");
    filter.filterProperty().subscribe(_ -> fill());
    shell.workbench().problemProperty().subscribe(this::open);
  }

  /// Shows what an assessment says.
  public void show(Assessment assessment) {
    shown = Optional.of(assessment);
    filter.show(assessment, detail == Detail.ALL ? notes(assessment).size() : 0);
    fill();
    setVvalue(0);
  }

  /// Takes the focus to the problem that is chosen.
  public void focusChosen() {
    opened().findFirst().ifPresent(Node::requestFocus);
  }

  private void fill() {
    var chosen = filter.filterProperty().get();
    var nodes = new ArrayList<Node>();
    shown.ifPresent(assessment -> {
      chosen.of(assessment.problems()).forEach(each -> nodes.add(card(each)));
      var notes = chosen.ofNotes(notes(assessment));
      if (!notes.isEmpty() && detail == Detail.ALL) {
        nodes.add(folded(notes));
      }
      if (nodes.isEmpty() && !assessment.problems().isEmpty()) {
        nodes.add(Texts.wrapped("No problem matches the filter.", "faint"));
      }
    });
    cards.getChildren().setAll(nodes);
    open(shell.workbench().problemProperty().get());
  }

  private ProblemCard card(Problem problem) {
    return new ProblemCard(problem, () -> choose(problem));
  }

  /// Also what is chosen already: its lines are shown again.
  private void choose(Problem problem) {
    shell.workbench().problemProperty().set(Optional.empty());
    shell.workbench().problemProperty().set(Optional.of(problem));
  }

  private void open(Optional<Problem> chosen) {
    for (var each : cards.getChildren()) {
      if (each instanceof ProblemCard card) {
        if (chosen.filter(other -> Workbench.isSame(card.problem(), other)).isPresent()) {
          switch (detail) {
            case ALL -> card.open(new Jumps(shell).of(card.problem(), here));
            case HEADLINE -> card.choose();
          }
        } else {
          card.close();
        }
      }
    }
  }

  private Stream<ProblemCard> opened() {
    return cards.getChildren().stream()
        .filter(ProblemCard.class::isInstance)
        .map(ProblemCard.class::cast)
        .filter(each -> each.getStyleClass().contains("selected"));
  }

  /// What is part of no problem. That all is well is said by the verdict, and what is missing below
  /// it.
  static List<Finding> notes(Assessment assessment) {
    var told = new HashSet<Finding>();
    assessment.problems().stream().flatMap(Problem::findings).forEach(told::add);
    return assessment.findings().stream()
        .filter(each -> !told.contains(each) && !each.isAllClear() && !each.isQuestion())
        .toList();
  }

  private Node folded(List<Finding> notes) {
    var box = new VBox(6);
    var pane = new TitledPane("Worth knowing (%,d)".formatted(notes.size()), box);
    pane.setExpanded(false);
    pane.setAnimated(false);
    pane.getStyleClass().addAll("dense", "small");
    pane.expandedProperty()
        .subscribe(isOpen -> {
          if (isOpen && box.getChildren().isEmpty()) {
            fill(box, notes);
          }
        });
    return pane;
  }

  private void fill(VBox box, List<Finding> notes) {
    notes.stream().map(this::note).forEach(box.getChildren()::add);
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
