package org.vacuumadvisor.gui;

import java.util.List;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.screen.Screen.Shortcut;

/// The list of what the keyboard does, above everything else until it is closed.
final class ShortcutSheet extends VBox {
  /// As wide as the longest key, so that both lists stand below one another.
  private static final double KEYS = 110;

  private static final double WIDTH = 560;

  private final Button close = new Button("Close");

  /// @param here what the keys do on the screen below
  /// @param everywhere what they do on every screen
  ShortcutSheet(String screen, List<Shortcut> here, List<Shortcut> everywhere, Runnable onClose) {
    getStyleClass().add("sheet");
    var list = new VBox(8, Texts.line("Everywhere", "section-title"), keys(everywhere));
    if (!here.isEmpty()) {
      list.getChildren().addAll(Texts.line("On the screen " + screen, "section-title"), keys(here));
    }
    var scroll = Boxes.scrolled(list);
    close.setOnAction(_ -> onClose.run());
    close.setCancelButton(true);
    getChildren().addAll(Texts.line("What the keyboard does", "screen-title"), scroll, close);
    setMaxSize(WIDTH, Region.USE_PREF_SIZE);
    setAccessibleRole(AccessibleRole.DIALOG);
    setAccessibleText("What the keyboard does");
  }

  @Override
  public void requestFocus() {
    close.requestFocus();
  }

  private static GridPane keys(List<Shortcut> shortcuts) {
    var grid = new GridPane(16, 6);
    var first = new ColumnConstraints();
    first.setMinWidth(KEYS);
    grid.getColumnConstraints().setAll(first, new ColumnConstraints());
    for (int row = 0; row < shortcuts.size(); row++) {
      var key = Texts.whole(shortcuts.get(row).keys().getDisplayText(), "key", "code");
      grid.addRow(row, key, new Label(shortcuts.get(row).does()));
    }
    return grid;
  }
}
