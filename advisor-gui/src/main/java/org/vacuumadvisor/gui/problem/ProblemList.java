package org.vacuumadvisor.gui.problem;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.work.Origin;
import org.vacuumadvisor.gui.work.Workbench.Opened;

/// The problems of what is open, as far as a filter lets them pass, and below them what the
/// configuration file says to ignore. It grows with them; [#scrolled] gives it a height of its own.
public final class ProblemList extends VBox {
  private static final double GAP = 8;

  private final ProblemFilterBar filter;
  private final ProblemCards cards;
  private final ProblemCards.Detail detail;
  private final Label none = Texts.wrapped("No problem matches the filter.", "faint");
  private final VBox ignored = new VBox(GAP / 2);
  private final VBox told = new VBox();
  private Optional<Opened> shown = Optional.empty();

  /// @param filter says which are shown
  /// @param showNote is given a finding that is part of no problem when somebody chooses it
  public ProblemList(
      Shell shell,
      Place here,
      ProblemCards.Detail detail,
      ProblemFilterBar filter,
      Consumer<Finding> showNote) {
    this.filter = filter;
    this.detail = detail;
    cards = new ProblemCards(shell, here, detail, showNote);
    getChildren().setAll(told, cards, none, ignored);
    setSpacing(GAP);
    filter.filterProperty().subscribe(_ -> fill());
    shell
        .configuration()
        .whenRead(
            Platform::runLater, read -> read.minSeverity().ifPresent(filter::startAt), _ -> {});
  }

  /// Shows what is open. What somebody filters a server by that is watched stays.
  public void show(Opened opened) {
    var origin = shown.map(Opened::origin);
    boolean isSameServer =
        opened.origin() instanceof Origin.Connected && origin.equals(Optional.of(opened.origin()));
    shown = Optional.of(opened);
    if (!isSameServer) {
      filter.clear();
    }
    filter.show(opened.assessment(), notes(opened).size());
    ignored
        .getChildren()
        .setAll(
            opened.assessment().ignored().stream()
                .map(each -> Texts.wrapped(each.inWords(), "faint", "small"))
                .toList());
    fill();
  }

  /// Shows beside the problems, and scrolled with them, what else there is to say: below them,
  /// where there are any.
  public void tell(Node more, boolean isBelow) {
    told.getChildren().setAll(more);
    if (isBelow) {
      told.toFront();
    } else {
      told.toBack();
    }
  }

  /// Shows nothing.
  public void clear() {
    shown = Optional.empty();
    cards.clear();
    ignored.getChildren().clear();
  }

  /// Takes the focus to the problem that is chosen.
  public void focusChosen() {
    cards.focusChosen();
  }

  /// In a pane that scrolls it, back to its beginning whenever something else is shown.
  public ScrollPane scrolled() {
    var pane = Boxes.scrolled(this);
    return pane;
  }

  private List<Finding> notes(Opened opened) {
    return switch (detail) {
      case ALL -> ProblemCards.notes(opened.assessment());
      case HEADLINE -> List.of();
    };
  }

  private void fill() {
    shown.ifPresent(opened -> {
      var chosen = filter.filterProperty().get();
      var problems = chosen.of(opened.assessment().problems());
      var notes = chosen.ofNotes(notes(opened));
      cards.show(opened, problems, notes);
      boolean isNone =
          problems.isEmpty() && notes.isEmpty() && !opened.assessment().problems().isEmpty();
      Boxes.show(none, isNone);
    });
  }
}
