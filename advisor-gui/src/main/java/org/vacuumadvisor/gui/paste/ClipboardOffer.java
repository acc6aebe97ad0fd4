package org.vacuumadvisor.gui.paste;

import java.util.List;
import java.util.Locale;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.input.Clipboard;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.stage.Window;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.gui.theme.Glyph;
import org.vacuumadvisor.unit.Quantities;

/// Offers to paste what the clipboard holds, if it looks as if it came from PostgreSQL and the box
/// is empty. The clipboard is looked at when somebody comes to the window, and nowhere else.
final class ClipboardOffer {
  private static final int LOOKED_AT = 64 << 10;

  /// Words that are in everything this screen can read.
  private static final List<String> SIGNS =
      List.of(
          "automatic vacuum",
          "automatic analyze",
          "vacuuming \"",
          "index scans:",
          "row versions",
          "n_dead_tup",
          "n_live_tup",
          "relfrozenxid",
          "autovacuum_",
          "pg_stat_",
          "backend_xmin");

  private final TextPane pane;
  private final HBox node = new HBox(10);
  private boolean isFollowing;
  private int declined;

  ClipboardOffer(TextPane pane) {
    this.pane = pane;
    node.getStyleClass().addAll("card", "plain");
    node.setAlignment(Pos.CENTER_LEFT);
    hide();
  }

  Node node() {
    return node;
  }

  /// Looks at the clipboard whenever the window gets the focus.
  void follow(Window window) {
    if (!isFollowing) {
      isFollowing = true;
      window.focusedProperty().subscribe(this::look);
    }
  }

  private void look(boolean isFocused) {
    if (!isFocused || !pane.isEmpty()) {
      hide();
      return;
    }
    var text = Clipboard.getSystemClipboard().getString();
    if (text != null && text.hashCode() != declined && looksRight(text)) {
      offer(text);
    }
  }

  static boolean looksRight(String text) {
    var beginning = text.substring(0, Math.min(text.length(), LOOKED_AT)).toLowerCase(Locale.ROOT);
    return SIGNS.stream().anyMatch(beginning::contains);
  }

  private void offer(String text) {
    var words =
        new Label(
            "The clipboard holds %s that look as if they came from PostgreSQL."
                .formatted(Quantities.counted(text.lines().count(), "line")));
    HBox.setHgrow(words, Priority.ALWAYS);
    words.setMaxWidth(Double.MAX_VALUE);
    var paste =
        Texts.button(
            Glyph.PASTE,
            "Paste them",
            () -> {
              hide();
              pane.put(text);
            });
    paste.getStyleClass().add("accent");
    var no = new Button("No");
    no.setOnAction(_ -> {
      declined = text.hashCode();
      hide();
    });
    node.getChildren().setAll(words, paste, no);
    node.setVisible(true);
    node.setManaged(true);
  }

  /// Takes the offer back, because something is open now.
  void hide() {
    node.setVisible(false);
    node.setManaged(false);
  }
}
