package org.vacuumadvisor.gui.advice;

import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.gui.part.PartNodes;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.screen.Placeholders;
import org.vacuumadvisor.gui.screen.Screen;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.work.Opened;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.ReportOptions;

/// What to change, each change a contract, and what not to change and why. Nothing is executed.
public final class AdviceScreen implements Screen {
  private final Shell shell;
  private final VBox node = new VBox();

  public AdviceScreen(Shell shell) {
    this.shell = shell;
    node.getStyleClass().add("screen");
    shell.workbench().openedProperty().subscribe(this::show);
  }

  @Override
  public Place place() {
    return Place.ADVICE;
  }

  @Override
  public Node node() {
    return node;
  }

  private void show(Optional<Opened> opened) {
    var content = opened.map(AdviceScreen::cards).orElseGet(this::nothing);
    VBox.setVgrow(content, Priority.ALWAYS);
    node.getChildren().setAll(Texts.line("Recommendations", "screen-title"), content);
  }

  private static Node cards(Opened opened) {
    var report = Report.of(opened.assessment(), ReportOptions.ofPage());
    var scroll = new ScrollPane(PartNodes.column(report.parts()));
    scroll.setFitToWidth(true);
    scroll.getStyleClass().add("plain");
    return scroll;
  }

  private Node nothing() {
    var paste = new Button("Paste something");
    paste.setOnAction(_ -> shell.navigator().go(Place.PASTE));
    return Placeholders.empty(
        "Nothing to recommend yet",
        "Paste a log or copied figures, or connect to a server: what to change is shown here.",
        paste);
  }
}
