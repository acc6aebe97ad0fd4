package org.vacuumadvisor.gui.problem;

import javafx.scene.control.Button;
import javafx.scene.control.ContentDisplay;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import javafx.scene.text.Font;
import org.vacuumadvisor.advice.Problem;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Severities;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.work.Workbench.Opened;

/// The problem that is chosen, above the screens that have no list of problems, with the ways to
/// the other screens that show it.
public final class ProblemStrip extends VBox {
  private static final double GAP = 8;

  /// In letters of the window's size: where there is less room, ways are signs alone.
  private static final double WIDE = 95;

  private final Shell shell;
  private Place here = Place.PASTE;

  public ProblemStrip(Shell shell) {
    this.shell = shell;
    getStyleClass().add("problem-strip");
    shell.workbench().problem.subscribe(_ -> show());
    shell.workbench().table.subscribe(_ -> show());
  }

  /// Says on which screen one is.
  public void at(Place place) {
    here = place;
    show();
  }

  private void show() {
    getChildren().clear();
    var chosen = shell.workbench().problem.get();
    var opened = shell.workbench().opened();
    if (!isListed() && chosen.isPresent() && opened.isPresent()) {
      getChildren().setAll(card(chosen.get(), opened.get()));
    }
    Boxes.show(this, !getChildren().isEmpty());
  }

  /// Whether the screen lists problems itself.
  private boolean isListed() {
    return switch (here) {
      case PASTE, CONNECT, ADVICE -> true;
      case TABLES -> shell.workbench().table.get().isPresent();
      case TRY, FREEZE, XRAY -> false;
    };
  }

  private HBox card(Problem problem, Opened opened) {
    var headline = Texts.wrapped(problem.headline(), "strong");
    headline.setMinWidth(0);
    var card = Boxes.row(GAP, Severities.tag(problem.severity()), Boxes.wide(headline));
    card.getStyleClass().addAll("card", Severities.style(problem.severity()));
    var ways =
        new Jumps(shell, opened)
            .of(problem, here).getChildren().stream().map(Button.class::cast).toList();
    card.getChildren().addAll(ways);
    for (var way : ways) {
      way.setTooltip(Texts.tip(way.getText()));
      way.setAccessibleText(way.getText());
      way.contentDisplayProperty()
          .bind(
              widthProperty()
                  .map(width ->
                      width.doubleValue() < WIDE * Font.getDefault().getSize()
                          ? ContentDisplay.GRAPHIC_ONLY
                          : ContentDisplay.LEFT));
    }
    return card;
  }
}
