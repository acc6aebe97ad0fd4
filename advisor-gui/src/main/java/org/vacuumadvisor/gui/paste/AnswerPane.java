package org.vacuumadvisor.gui.paste;

import java.util.List;
import java.util.Optional;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.PartNodes;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.problem.ProblemList;
import org.vacuumadvisor.gui.problem.VerdictBox;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.screen.Placeholders;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.report.assessment.Origin;

/// What is said of the text beside it: the verdict and its problems. Before there is a text it says
/// what may be pasted.
final class AnswerPane extends VBox {
  private final Shell shell;
  private final PasteModel model;
  private final ProblemList problems;
  private final ScrollPane scrolled;
  private final VBox run = new VBox(8);

  AnswerPane(Shell shell, PasteModel model) {
    super(8);
    this.shell = shell;
    this.model = model;
    this.problems =
        new ProblemList(
            shell, Place.PASTE, ProblemList.Detail.ALL, each -> model.prove(each, true));
    this.scrolled = Boxes.scrolled(problems);
    setPadding(new Insets(0, 0, 0, 4));
  }

  void show(Optional<Reading> reading) {
    getChildren().clear();
    if (!model.trouble.get().isEmpty()) {
      getChildren().add(Placeholders.error(model.trouble.get()));
    }
    reading.ifPresent(each -> tell(each, each.assessment()));
    if (reading.isEmpty()) {
      boolean isBusy = model.work.get().isPresent();
      getChildren()
          .add(
              isBusy
                  ? Placeholders.empty("Reading…", "What is wrong appears here.")
                  : invitation());
    }
  }

  /// Draws the run that is chosen below its story, where there is no list of runs.
  void tell(List<Node> drawn) {
    run.getChildren().setAll(drawn);
  }

  /// Goes to the problem that is chosen.
  void focusProblem() {
    problems.focusChosen();
  }

  private Node invitation() {
    return Placeholders.empty(
        "See what VACUUM is doing to your server",
        "What is wrong appears here as you paste: the problem, the line that proves it, and what to"
            + " change. No server and no agent is needed, and nothing leaves this machine.",
        Placeholders.go(shell, Place.CONNECT));
  }

  private void tell(Reading reading, Assessment assessment) {
    var told = VerdictBox.beside(assessment);
    var read = PartNodes.column(Origin.read(assessment.evidence()).toList());
    read.getStyleClass().addAll("faint", "small");
    told.getChildren().addAll(run, read);
    model.opened().ifPresent(each -> problems.show(each, told));
    scrolled.setVvalue(0);
    if (assessment.problems().isEmpty()) {
      getChildren().add(VerdictBox.verdict(assessment));
    }
    getChildren().add(scrolled);
    if (reading.understanding().unknownLines() > 0) {
      getChildren().add(Texts.flat(Glyph.SEARCH, "Show unknown lines", model::selectUnknown));
    }
  }
}
