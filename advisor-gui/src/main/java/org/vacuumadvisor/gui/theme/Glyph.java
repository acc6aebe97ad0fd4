package org.vacuumadvisor.gui.theme;

import javafx.scene.Node;
import org.kordamp.ikonli.bootstrapicons.BootstrapIcons;
import org.kordamp.ikonli.javafx.FontIcon;

/// The signs of the window, each for one thing wherever it is seen. They stand beside words, never
/// in place of them.
public enum Glyph {
  PASTE(BootstrapIcons.CLIPBOARD),
  CONNECT(BootstrapIcons.HDD_STACK),
  TABLES(BootstrapIcons.TABLE),
  ADVICE(BootstrapIcons.CHECK2),
  TRY(BootstrapIcons.SLIDERS),
  FREEZE(BootstrapIcons.SNOW),
  XRAY(BootstrapIcons.LAYERS),
  CRITICAL(BootstrapIcons.EXCLAMATION_OCTAGON),
  WARNING(BootstrapIcons.EXCLAMATION_TRIANGLE),
  LIGHT_BULB(BootstrapIcons.LIGHTBULB),
  INFO(BootstrapIcons.INFO_CIRCLE),
  FINE(BootstrapIcons.CHECK_CIRCLE),
  SEARCH(BootstrapIcons.SEARCH),
  COPY(BootstrapIcons.FILES),
  OPEN(BootstrapIcons.FOLDER2_OPEN),
  EXPORT(BootstrapIcons.BOX_ARROW_UP),
  CLEAR(BootstrapIcons.X),
  EXAMPLE(BootstrapIcons.FILE_TEXT),
  KEYBOARD(BootstrapIcons.KEYBOARD),
  CONTRAST(BootstrapIcons.CIRCLE_HALF),
  BACK(BootstrapIcons.ARROW_LEFT),
  REFRESH(BootstrapIcons.ARROW_CLOCKWISE),
  STEP_BACK(BootstrapIcons.CHEVRON_LEFT),
  STEP_ON(BootstrapIcons.CHEVRON_RIGHT);

  private final BootstrapIcons icon;

  Glyph(BootstrapIcons icon) {
    this.icon = icon;
  }

  /// The sign as large as a line of text.
  public Node node() {
    var node = FontIcon.of(icon);
    node.getStyleClass().add("glyph");
    // Its style says already which font it is of.
    double size = 1.3 * Appearance.smallLetters();
    node.setStyle("%s; -fx-icon-size: %.0fpx;".formatted(node.getStyle(), size));
    node.setMouseTransparent(true);
    return node;
  }
}
