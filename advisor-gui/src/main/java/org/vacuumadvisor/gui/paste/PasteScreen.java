package org.vacuumadvisor.gui.paste;

import java.time.Instant;
import java.util.Optional;
import javafx.animation.PauseTransition;
import javafx.scene.Node;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextArea;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.gui.part.PartNodes;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.screen.Placeholders;
import org.vacuumadvisor.gui.screen.Screen;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.work.Opened;
import org.vacuumadvisor.gui.work.Origin;
import org.vacuumadvisor.gui.work.Work;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.ReportOptions;

/// A box to paste into, and beside it what it says.
public final class PasteScreen implements Screen {
  private static final Duration PAUSE = Duration.millis(250);

  private final Shell shell;
  private final TextArea text = new TextArea();
  private final StackPane answer = new StackPane();
  private final VBox node;
  private @Nullable Work work;

  public PasteScreen(Shell shell) {
    this.shell = shell;
    text.setPromptText("Paste VACUUM VERBOSE output, server log lines, or tables from psql here");
    text.getStyleClass().add("code");
    text.setAccessibleText("Text to read");
    var pause = new PauseTransition(PAUSE);
    pause.setOnFinished(_ -> read());
    text.textProperty().subscribe(_ -> pause.playFromStart());
    var split = new SplitPane(text, answer);
    VBox.setVgrow(split, Priority.ALWAYS);
    node = new VBox(Texts.line("Paste", "screen-title"), split);
    node.getStyleClass().add("screen");
    shell.workbench().openedProperty().subscribe(this::show);
  }

  @Override
  public Place place() {
    return Place.PASTE;
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public void shown() {
    text.requestFocus();
  }

  private void read() {
    if (work != null) {
      work.cancel();
    }
    var pasted = text.getText();
    if (pasted.isBlank()) {
      return;
    }
    work =
        shell
            .background()
            .start(
                steps -> PastedText.read(pasted, steps),
                this::open,
                sentence -> answer.getChildren().setAll(Placeholders.error(sentence)));
  }

  private void open(Assessment assessment) {
    shell.workbench().open(new Opened(new Origin.Pasted(), assessment, Instant.now()));
  }

  private void show(Optional<Opened> opened) {
    opened
        .filter(each -> each.origin() instanceof Origin.Pasted)
        .ifPresentOrElse(
            each -> {
              var report = Report.of(each.assessment(), ReportOptions.standard());
              var scroll = new ScrollPane(PartNodes.column(report.parts()));
              scroll.setFitToWidth(true);
              scroll.getStyleClass().add("plain");
              answer.getChildren().setAll(scroll);
            },
            () ->
                answer
                    .getChildren()
                    .setAll(
                        Placeholders.empty(
                            "Nothing is read yet",
                            "What the text says about VACUUM appears here as you paste.")));
  }
}
