package org.vacuumadvisor.gui.part;

import java.util.List;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.text.Font;

/// Pieces of one width in as many columns as there is room for. What is not managed takes none.
public final class Columns extends GridPane {
  private final double letters;
  private final int most;
  private List<? extends Node> pieces = List.of();

  /// @param letters how wide a piece has to be, in letters of the window's size
  /// @param most columns
  public Columns(double letters, int most, Node... pieces) {
    this.letters = letters;
    this.most = most;
    getStyleClass().add("columns");
    setMinSize(0, USE_PREF_SIZE);
    widthProperty()
        .map(_ -> wanted())
        .subscribe(_ -> {
          arrange();
          Platform.runLater(this::requestLayout); // whoever laid it out asked its height before
        });
    show(List.of(pieces));
    this.pieces.forEach(each -> each.managedProperty().addListener(_ -> arrange()));
  }

  /// Shows these in place of others.
  public void show(List<? extends Node> next) {
    if (!next.equals(pieces)) {
      pieces = List.copyOf(next);
      arrange();
    }
  }

  private int wanted() {
    return Math.clamp((long) (getWidth() / (letters * Font.getDefault().getSize())), 1, most);
  }

  private void arrange() {
    var shown = pieces.stream().filter(Node::isManaged).toList();
    int used = Math.min(wanted(), Math.max(1, shown.size()));
    getColumnConstraints().clear();
    for (int at = 0; at < used; at++) {
      var column = new ColumnConstraints();
      column.setPercentWidth(100.0 / used);
      getColumnConstraints().add(column);
    }
    getChildren().clear();
    for (int at = 0; at < shown.size(); at++) {
      add(shown.get(at), at % used, at / used);
      setVgrow(shown.get(at), Priority.ALWAYS);
    }
  }
}
