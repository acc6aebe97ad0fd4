package org.vacuumadvisor.gui.part;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.RowConstraints;
import javafx.scene.text.Font;

/// Charts of one size in as many columns as there is room for.
public final class ChartGrid extends GridPane {
  private List<? extends Node> charts = List.of();
  private int columns = 1;

  /// @param letters how wide a chart has to be, in letters of the window's size
  /// @param most columns
  public ChartGrid(double letters, int most) {

    getStyleClass().add("chart-grid-pane");
    widthProperty()
        .map(width ->
            Math.clamp(
                (long) (width.doubleValue() / (letters * Font.getDefault().getSize())), 1, most))
        .subscribe(this::arrange);
  }

  /// Shows these in place of others.
  public void show(List<? extends Node> next) {
    if (!next.equals(charts)) {
      charts = List.copyOf(next);
      arrange(columns);
    }
  }

  private void arrange(int wanted) {
    columns = wanted;
    int used = Math.min(columns, Math.max(1, charts.size()));
    int rows = Math.ceilDiv(charts.size(), used);
    getChildren().clear();
    getColumnConstraints().clear();
    getRowConstraints().clear();
    for (int at = 0; at < used; at++) {
      var column = new ColumnConstraints();
      column.setPercentWidth(100.0 / used);
      getColumnConstraints().add(column);
    }
    for (int at = 0; at < rows; at++) {
      var row = new RowConstraints();
      row.setPercentHeight(100.0 / rows);
      getRowConstraints().add(row);
    }
    for (int at = 0; at < charts.size(); at++) {
      add(charts.get(at), at % used, at / used);
    }
  }
}
