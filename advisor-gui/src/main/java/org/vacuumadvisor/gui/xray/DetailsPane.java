package org.vacuumadvisor.gui.xray;

import javafx.scene.Node;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.gui.part.Texts;

/// The line pointer that is chosen, in words.
final class DetailsPane extends ScrollPane {
  private static final double WIDTH = 300;

  private final VBox content = new VBox();

  DetailsPane() {
    getStyleClass().addAll("plain", "xray-details");
    content.getStyleClass().add("card");
    setContent(content);
    setFitToWidth(true);
    setHbarPolicy(ScrollBarPolicy.NEVER);
    setPrefWidth(WIDTH);
    setMinWidth(WIDTH);
  }

  void show(PointerWords words) {
    content
        .getChildren()
        .setAll(
            Texts.wrapped(words.title(), "card-title"),
            Texts.wrapped(words.sentence()),
            table(words));
  }

  /// What is said while nothing is chosen.
  void showGeneral(String title, Iterable<String> sentences) {
    content.getChildren().setAll(Texts.wrapped(title, "card-title"));
    sentences.forEach(each -> content.getChildren().add(Texts.wrapped(each)));
  }

  private static Node table(PointerWords words) {
    var grid = new GridPane();
    grid.getStyleClass().add("xray-fields");
    var narrow = new ColumnConstraints();
    narrow.setMinWidth(Region.USE_PREF_SIZE);
    var wide = new ColumnConstraints();
    wide.setHgrow(Priority.ALWAYS);
    grid.getColumnConstraints().setAll(narrow, wide);
    int row = 0;
    for (var line : words.lines()) {
      grid.add(Texts.line(line.field(), "faint", "small"), 0, row);
      grid.add(Texts.wrapped(line.value(), "code"), 1, row);
      row++;
      for (var meaning : line.meaning().lines().toList()) {
        grid.add(Texts.wrapped(meaning, "small", "faint"), 1, row);
        row++;
      }
    }
    return grid;
  }
}
