package org.vacuumadvisor.gui;

import java.util.Optional;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.work.Workbench;
import org.vacuumadvisor.gui.work.Workbench.Opened;
import org.vacuumadvisor.unit.Quantities;

/// The line at the bottom: what is open, since when, and what is in it.
final class StatusLine extends HBox {
  private static final double GAP = 16;

  private final Label what = Texts.line("");
  private final Label promise = Texts.line("Reads only; nothing leaves this machine.");

  StatusLine(Workbench workbench) {
    getStyleClass().add("status");
    getChildren().addAll(Boxes.wide(what), promise);
    widthProperty().subscribe(this::makeRoom);
    workbench.openedProperty().subscribe(this::show);
  }

  private void show(Optional<Opened> opened) {
    what.setText(opened.map(StatusLine::words).orElse("Nothing is open."));
    makeRoom();
  }

  /// What is open comes first; the promise stands there where there is room for both.
  private void makeRoom() {
    double wanted = what.prefWidth(-1) + promise.prefWidth(-1) + getSpacing() + GAP;
    boolean hasRoom = wanted <= getWidth() - getInsets().getLeft() - getInsets().getRight();
    Boxes.show(promise, hasRoom);
  }

  static String words(Opened opened) {
    return "%s · read at %s · %s"
        .formatted(opened.origin().text(), Texts.time(opened.at()), verdict(opened.assessment()));
  }

  /// The same problems as on every screen.
  private static String verdict(Assessment assessment) {
    var condition = assessment.judgement().condition();
    return switch (condition) {
      case ACT_NOW, NEEDS_ATTENTION ->
          "%s: %s, %s"
              .formatted(
                  condition.inWords(),
                  Quantities.counted(assessment.problems().size(), "problem"),
                  Quantities.counted(assessment.recommendations().size(), "recommendation"));
      case HEALTHY ->
          assessment.evidence().survey().coverage().hasFailedReads()
              ? condition.inWords() + " as far as it was seen"
              : condition.inWords();
      case NOTHING_WRONG_SHOWN, NOTHING_TO_JUDGE -> condition.inWords();
    };
  }
}
