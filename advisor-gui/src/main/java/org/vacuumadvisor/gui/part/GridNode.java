package org.vacuumadvisor.gui.part;

import java.util.List;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.geometry.HPos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.TerminalText;

/// Rows of cells under a head: laid out where there are few, a table that scrolls where there are
/// many.
final class GridNode {
  private static final int FEW = 30;
  private static final double GAP = 14;
  private static final double WIDEST = 320;

  private GridNode() {}

  static Node of(Part.Grid grid) {
    return grid.rows().size() <= FEW ? laidOut(grid) : scrolling(grid);
  }

  private static Node laidOut(Part.Grid grid) {
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
      constraints.setHgrow(isLast(at, grid) ? Priority.ALWAYS : Priority.NEVER);
      pane.getColumnConstraints().add(constraints);
      pane.add(cell(column.title(), isLast(at, grid), "faint", "strong"), at, 0);
    }
    for (int row = 0; row < grid.rows().size(); row++) {
      var cells = grid.rows().get(row);
      for (int at = 0; at < cells.size(); at++) {
        pane.add(cell(cells.get(at), isLast(at, grid)), at, row + 1);
      }
    }
    return pane;
  }

  private static boolean isLast(int at, Part.Grid grid) {
    return at == grid.columns().size() - 1;
  }

  private static Label cell(String text, boolean isLast, String... styles) {
    if (isLast) {
      return Texts.wrapped(text, styles);
    }
    var label = Texts.line(text, styles);
    label.setMinWidth(text.length() > 40 ? 120 : Region.USE_PREF_SIZE);
    label.setMaxWidth(WIDEST);
    return label;
  }

  private static Node scrolling(Part.Grid grid) {
    var table = new TableView<List<String>>(FXCollections.observableArrayList(grid.rows()));
    for (int at = 0; at < grid.columns().size(); at++) {
      int number = at;
      var column = new TableColumn<List<String>, String>(grid.columns().get(at).title());
      column.setCellValueFactory(row ->
          new ReadOnlyStringWrapper(
              number < row.getValue().size()
                  ? TerminalText.escaped(row.getValue().get(number))
                  : ""));
      switch (grid.columns().get(at).alignment()) {
        case LEFT -> {}
        case RIGHT -> column.getStyleClass().add("number");
      }
      table.getColumns().add(column);
    }
    table.setPrefHeight(400);
    return table;
  }
}
