package org.vacuumadvisor.gui.chart;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleConsumer;
import javafx.beans.property.DoubleProperty;
import javafx.beans.property.SimpleDoubleProperty;
import javafx.scene.layout.VBox;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.gui.part.Columns;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.report.Part;

/// The trends of a server as small charts, which share one cross hair.
public final class TrendsPane extends VBox {
  private static final double LETTERS = 27;

  private final List<LinesChart> charts = new ArrayList<>();

  /// Where somebody reads values off, in seconds since the begin; not a number where nobody does.
  public final DoubleProperty time = new SimpleDoubleProperty(Double.NaN);

  private final Columns grid;

  /// @param title above them; without one they stand on what holds them
  /// @param most columns
  public TrendsPane(String title, int most) {
    grid = Boxes.tall(new Columns(LETTERS, most));
    if (title.isEmpty()) {
      getChildren().add(grid);
    } else {
      getStyleClass().addAll("card", "plain");
      getChildren().addAll(Texts.line(title, "section-title"), grid);
    }
    show(List.of(), Optional.empty(), _ -> {});
  }

  /// Shows these in place of others.
  ///
  /// @param begin when they begin; empty where the time since then is all that matters
  /// @param choose is given the time that somebody clicked, in seconds since the begin
  public void show(List<Part.Lines> lines, Optional<Instant> begin, DoubleConsumer choose) {
    while (charts.size() < lines.size()) {
      var chart = new LinesChart();
      chart.timeProperty().bindBidirectional(time);
      charts.add(chart);
    }
    for (int at = 0; at < lines.size(); at++) {
      charts.get(at).draw(lines.get(at), begin);
      charts.get(at).onChoose(choose);
    }
    grid.show(List.copyOf(charts.subList(0, lines.size())));
    Boxes.show(this, !lines.isEmpty());
  }
}
