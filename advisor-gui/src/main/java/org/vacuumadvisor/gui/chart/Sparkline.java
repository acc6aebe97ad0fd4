package org.vacuumadvisor.gui.chart;

import java.util.Comparator;
import java.util.List;
import javafx.scene.layout.Region;
import org.vacuumadvisor.gui.chart.LinesField.CurvePath;
import org.vacuumadvisor.gui.chart.LinesField.Frame;
import org.vacuumadvisor.report.Part;

/// A chart in the height of a line: its curves without scales.
public final class Sparkline extends Region {
  private static final double HEIGHT = 26;

  private final Part.Lines lines;
  private final List<CurvePath> curves;

  /// Draws the curves.
  public Sparkline(Part.Lines lines) {
    this.lines = lines;
    this.curves =
        lines.curves().stream().max(Comparator.comparingInt(each -> each.points().size())).stream()
            .map(each -> new CurvePath(each, lines.span(), 0))
            .toList();
    curves.forEach(each -> getChildren().add(each.line()));
    getStylesheets().add(LinesChart.SHEET);
    setMinHeight(HEIGHT);
    setMouseTransparent(true);
  }

  @Override
  protected void layoutChildren() {
    var frame = new Frame(1, 3, getWidth() - 1, getHeight() - 2);
    curves.forEach(each ->
        each.draw(frame, Axis.of(lines.span(), 1), Axis.of(lines.measure(), lines.full(), 1)));
  }
}
