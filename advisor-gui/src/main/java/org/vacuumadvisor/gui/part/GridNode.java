package org.vacuumadvisor.gui.part;

import java.util.regex.Pattern;
import javafx.geometry.HPos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.text.Font;
import org.vacuumadvisor.report.Part;

/// Rows of cells under a head. Reports have no more than a page can show.
final class GridNode {
  private static final double GAP = 14;

  /// Letters that are not worth a second line.
  private static final int SHORT = 24;

  /// Letters in a line of a text, where there is room.
  private static final double WIDEST = 60;

  /// How wide a letter is, of the size of the window's.
  private static final double LETTER = 0.68;

  /// The same of a bold word of wide letters.
  private static final double WIDE_LETTER = 0.74;

  private static final Pattern BREAK = Pattern.compile("[ \u200a]");

  private GridNode() {}

  static Node of(Part.Grid grid) {
    var pane = new GridPane(GAP, 4);
    pane.getStyleClass().add("grid");
    for (int at = 0; at < grid.columns().size(); at++) {
      var column = grid.columns().get(at);
      var constraints = new ColumnConstraints();
      constraints.setHalignment(
          switch (column.alignment()) {
            case LEFT -> HPos.LEFT;
            case RIGHT -> HPos.RIGHT;
          });
      boolean isWide = isLast(at, grid) && column.alignment() == Part.Alignment.LEFT;
      constraints.setHgrow(isWide ? Priority.ALWAYS : Priority.NEVER);
      pane.getColumnConstraints().add(constraints);
      pane.add(head(column), at, 0);
    }
    for (int row = 0; row < grid.rows().size(); row++) {
      var cells = grid.rows().get(row);
      for (int at = 0; at < cells.size(); at++) {
        pane.add(cell(cells.get(at), grid.columns().get(at), isLast(at, grid)), at, row + 1);
      }
    }
    return pane;
  }

  private static boolean isLast(int at, Part.Grid grid) {
    return at == grid.columns().size() - 1;
  }

  private static Label head(Part.Column column) {
    return isOneLine(column.title(), column)
        ? line(column.title(), "faint", "strong")
        : words(column.title(), "faint", "strong");
  }

  private static boolean isOneLine(String text, Part.Column column) {
    return column.alignment() == Part.Alignment.RIGHT || text.length() <= SHORT;
  }

  /// A figure stands on one line; a text takes more where it has to, but breaks no word.
  private static Label cell(String text, Part.Column column, boolean isLast) {
    if (isOneLine(text, column)) {
      return line(text);
    }
    var label = words(text);
    if (!isLast) {
      label.setPrefWidth(Math.min(WIDEST, text.length()) * LETTER * Font.getDefault().getSize());
    }
    return label;
  }

  private static Label line(String text, String... styles) {
    var label = Texts.line(text, styles);
    label.setMinWidth(Region.USE_PREF_SIZE);
    return label;
  }

  private static Label words(String text, String... styles) {
    var label = Texts.wrapped(text, styles);
    label.setMinWidth(longestWord(label.getText()) * WIDE_LETTER * Font.getDefault().getSize());
    return label;
  }

  private static int longestWord(String text) {
    return BREAK.splitAsStream(text).mapToInt(String::length).max().orElse(0);
  }
}
