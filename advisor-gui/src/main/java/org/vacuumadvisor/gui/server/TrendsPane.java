package org.vacuumadvisor.gui.server;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.gui.chart.LinesChart;
import org.vacuumadvisor.gui.part.Columns;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.report.Part;

/// The trends of a server as small charts, which share one cross hair.
final class TrendsPane extends VBox {
  private static final double LETTERS = 27;
  private static final int COLUMNS = 5;

  private final List<LinesChart> charts = new ArrayList<>();
  private final Columns grid = new Columns(LETTERS, COLUMNS);

  /// @param title above them; without one they stand on what holds them
  TrendsPane(String title) {
    if (title.isEmpty()) {
      getChildren().add(grid);
    } else {
      getStyleClass().addAll("card", "plain");
      getChildren().addAll(Texts.line(title, "section-title"), grid);
    }
    show(List.of());
  }

  void show(List<Part.Lines> lines) {
    while (charts.size() < lines.size()) {
      var chart = new LinesChart();
      if (!charts.isEmpty()) {
        chart.timeProperty().bindBidirectional(charts.getFirst().timeProperty());
      }
      charts.add(chart);
    }
    for (int at = 0; at < lines.size(); at++) {
      charts.get(at).linesProperty().set(lines.get(at));
    }
    grid.show(List.copyOf(charts.subList(0, lines.size())));
    setVisible(!lines.isEmpty());
    setManaged(!lines.isEmpty());
  }
}
