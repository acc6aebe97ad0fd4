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
  private final Label what = Texts.line("");

  StatusLine(Workbench workbench) {
    getStyleClass().add("status");
    getChildren().add(Boxes.wide(what));
    workbench.openedProperty().subscribe(this::show);
  }

  private void show(Optional<Opened> opened) {
    what.setText(
        opened
            .map(StatusLine::words)
            .orElse("Nothing is open. Reads only; nothing leaves this machine."));
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
