package org.vacuumadvisor.gui.theme;

import javafx.scene.Node;
import javafx.scene.layout.StackPane;
import javafx.scene.shape.SVGPath;
import javafx.scene.text.Font;

/// Signs drawn with lines in a square of 16. They stand beside words, never in place of them.
public enum Glyph {
  PASTE("M5 3H3.5V14.5H12.5V3H11 M5.5 1.5H10.5V4.5H5.5Z M6 8H10 M6 11H10"),
  CONNECT(
      "M2.5 4C2.5 1.2 13.5 1.2 13.5 4V12C13.5 14.8 2.5 14.8 2.5 12Z"
          + " M2.5 4C2.5 6.8 13.5 6.8 13.5 4 M2.5 8C2.5 10.8 13.5 10.8 13.5 8"),
  TABLES("M1.5 2.5H14.5V13.5H1.5Z M1.5 6H14.5 M1.5 9.8H14.5 M6 2.5V13.5"),
  ADVICE("M1.5 8.5L5 12L14 3.5"),
  TRY("M2 4H14 M2 8H14 M2 12H14 M5 2.5V5.5 M11 6.5V9.5 M7 10.5V13.5"),
  FREEZE("M8 1V15 M2 4.5L14 11.5 M14 4.5L2 11.5 M6 2.5L8 4.5L10 2.5 M6 13.5L8 11.5L10 13.5"),
  XRAY("M1.5 1.5H14.5V14.5H1.5Z M1.5 4.5H14.5 M8.5 10H14.5 M5 12.2H14.5 M4 1.5V4.5 M6.5 1.5V4.5"),
  CRITICAL("M5 1.5H11L14.5 5V11L11 14.5H5L1.5 11V5Z M8 4.5V9 M8 11V11.6"),
  WARNING("M8 1.8L15 14H1Z M8 6V10 M8 11.8V12.2"),
  LIGHT_BULB("M5.5 11C3 9 3 1.5 8 1.5C13 1.5 13 9 10.5 11Z M6 13.5H10 M7 15H9"),
  INFO("M8 1.5A6.5 6.5 0 1 1 7.99 1.5Z M8 7V12 M8 4.2V4.8"),
  FINE("M8 1.5A6.5 6.5 0 1 1 7.99 1.5Z M4.8 8.2L7.2 10.6L11.4 5.8"),
  SEARCH("M6.5 2A4.5 4.5 0 1 1 6.49 2Z M10 10L14.5 14.5"),
  COPY("M5.5 5.5H14V14.5H5.5Z M10.5 5.5V1.5H2V10.5H5.5"),
  OPEN("M1.5 13.5V2.5H6L7.5 4.5H13.5V7 M1.5 13.5L4 7H15L12.5 13.5Z"),
  EXPORT("M8 10V1.5 M5 4.5L8 1.5L11 4.5 M2.5 9V14.5H13.5V9"),
  CLEAR("M3 3L13 13 M13 3L3 13"),
  EXAMPLE("M3 1.5H10L13 4.5V14.5H3Z M10 1.5V4.5H13 M5.5 8H10.5 M5.5 11H9"),
  KEYBOARD("M1 3.5H15V12.5H1Z M4 10H12 M3.5 6.5H4.5 M7.5 6.5H8.5 M11.5 6.5H12.5"),
  CONTRAST("M8 1.5A6.5 6.5 0 1 1 7.99 1.5Z M8 1.5V14.5 M8 4H12.5 M8 8H14.5 M8 12H12.5"),
  BACK("M13.5 8H2.5 M7 3.5L2.5 8L7 12.5"),
  REFRESH("M13.5 8A5.5 5.5 0 1 1 11.5 3.8 M11.8 1V4.2H8.6"),
  COLUMNS("M1.5 2.5H14.5V13.5H1.5Z M6 2.5V13.5 M10.3 2.5V13.5"),
  STEP_BACK("M10.5 3L5.5 8L10.5 13"),
  STEP_ON("M5.5 3L10.5 8L5.5 13");

  private static final double SIDE = 16;

  private final String path;

  Glyph(String path) {
    this.path = path;
  }

  /// The sign as large as a line of text. A screen reader leaves it out.
  public Node node() {
    var shape = new SVGPath();
    shape.setContent(path);
    shape.getStyleClass().add("glyph");
    double scale = Math.max(1, Font.getDefault().getSize() / 13);
    shape.setScaleX(scale);
    shape.setScaleY(scale);
    var square = new StackPane(shape);
    square.setMinSize(SIDE * scale, SIDE * scale);
    square.setPrefSize(SIDE * scale, SIDE * scale);
    square.setMaxSize(SIDE * scale, SIDE * scale);
    square.setMouseTransparent(true);
    square.getStyleClass().add("glyph-box");
    return square;
  }
}
