package org.vacuumadvisor.gui.tables;

import java.util.List;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.RowConstraints;
import javafx.scene.text.Font;
import org.vacuumadvisor.gui.part.PartSection;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.report.Part;

/// A grid of what, how much, and where that comes from: the value stands out, the source does not.
/// A name is never broken; the source takes the room that is left.
final class ThreeColumns {
  private static final double GAP = 12;
  private static final double LINE = 4;

  /// In letters of the window's size; a letter is so wide.
  private static final double WIDEST_VALUE = 16;

  private static final double LETTER = 0.68;

  private ThreeColumns() {}

  /// Parts other than such a grid get the node they get everywhere.
  static Node of(Part part) {
    return part instanceof Part.Grid grid && grid.columns().size() == 3
        ? PartSection.onCard(laidOut(grid))
        : PartSection.onCard(part);
  }

  private static Node laidOut(Part.Grid grid) {
    var pane = new GridPane(GAP, LINE);
    pane.getColumnConstraints()
        .setAll(column(Priority.NEVER), column(Priority.NEVER), column(Priority.ALWAYS));
    for (int row = 0; row < grid.rows().size(); row++) {
      List<String> cells = grid.rows().get(row);
      var name = Texts.line(cells.get(0), "faint");
      name.setMinWidth(Region.USE_PREF_SIZE);
      var value = Texts.wrapped(cells.get(1), "strong");
      value.setMaxWidth(WIDEST_VALUE * Font.getDefault().getSize());
      value.setMinWidth(
          Math.min(WIDEST_VALUE, 1 + LETTER * cells.get(1).length()) * Font.getDefault().getSize());
      pane.addRow(row, name, value, Texts.wrapped(cells.get(2), "faint", "small"));
      var top = new RowConstraints();
      top.setValignment(VPos.TOP);
      pane.getRowConstraints().add(top);
    }
    return pane;
  }

  private static ColumnConstraints column(Priority grow) {
    var column = new ColumnConstraints();
    column.setHgrow(grow);
    return column;
  }
}
