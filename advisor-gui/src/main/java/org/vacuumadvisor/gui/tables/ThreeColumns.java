package org.vacuumadvisor.gui.tables;

import java.util.List;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.RowConstraints;
import org.vacuumadvisor.gui.part.PartSection;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.report.Part;

/// A grid of what, how much, and where that comes from: the value stands out, the source does not,
/// and each has its share of the width.
final class ThreeColumns {
  private static final double GAP = 12;
  private static final double LINE = 4;

  private ThreeColumns() {}

  /// Parts other than such a grid get the node they get everywhere.
  static Node of(Part part) {
    return part instanceof Part.Grid grid && grid.columns().size() == 3
        ? PartSection.onCard(laidOut(grid))
        : PartSection.onCard(part);
  }

  private static Node laidOut(Part.Grid grid) {
    var pane = new GridPane(GAP, LINE);
    pane.getColumnConstraints().setAll(column(36), column(27), column(37));
    for (int row = 0; row < grid.rows().size(); row++) {
      List<String> cells = grid.rows().get(row);
      pane.addRow(
          row,
          Texts.wrapped(cells.get(0), "faint"),
          Texts.wrapped(cells.get(1), "strong"),
          Texts.wrapped(cells.get(2), "faint", "small"));
      var top = new RowConstraints();
      top.setValignment(VPos.TOP);
      pane.getRowConstraints().add(top);
    }
    return pane;
  }

  private static ColumnConstraints column(double percent) {
    var column = new ColumnConstraints();
    column.setPercentWidth(percent);
    return column;
  }
}
