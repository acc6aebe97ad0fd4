package org.vacuumadvisor.gui;

import java.util.List;
import javafx.geometry.Insets;
import javafx.scene.control.ButtonType;
import javafx.scene.control.Dialog;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.screen.Screen.Shortcut;

/// The list of what the keyboard does, above everything else until it is closed.
final class ShortcutSheet extends Dialog<ButtonType> {
  private static final double GAP = 8;

  ShortcutSheet() {
    setTitle("What the keyboard does");
    getDialogPane().getButtonTypes().add(ButtonType.CLOSE);
    // Its letters have their size from then on.
    setOnShown(_ -> getDialogPane().getScene().getWindow().sizeToScene());
  }

  /// @param here what the keys do on the screen below
  /// @param everywhere what they do on every screen
  void show(String screen, List<Shortcut> here, List<Shortcut> everywhere) {
    var lists = new HBox(4 * GAP, list("Everywhere", everywhere));
    if (!here.isEmpty()) {
      lists.getChildren().addFirst(list("On the screen " + screen, here));
    }
    lists.setPadding(new Insets(2 * GAP));
    getDialogPane().setContent(lists);
    show();
  }

  private static VBox list(String title, List<Shortcut> shortcuts) {
    var grid = new GridPane(2 * GAP, GAP);
    for (int row = 0; row < shortcuts.size(); row++) {
      var key = Texts.whole(shortcuts.get(row).keys().getDisplayText(), "key", "code");
      grid.addRow(row, key, Texts.whole(shortcuts.get(row).does()));
    }
    return new VBox(GAP, Texts.line(title, "section-title"), grid);
  }
}
