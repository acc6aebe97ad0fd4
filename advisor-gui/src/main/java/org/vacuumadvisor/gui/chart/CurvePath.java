package org.vacuumadvisor.gui.chart;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.shape.ClosePath;
import javafx.scene.shape.LineTo;
import javafx.scene.shape.MoveTo;
import javafx.scene.shape.Path;
import javafx.scene.shape.PathElement;
import org.vacuumadvisor.gui.chart.LinesField.Frame;
import org.vacuumadvisor.gui.part.Boxes;
import org.vacuumadvisor.report.Outline;
import org.vacuumadvisor.report.Part;

/// A line of a chart, and the band of what it may be instead.
final class CurvePath {
  private final List<Part.Point> points;
  private final boolean isCertain;
  private final Path line = new Path();
  private final Path band = new Path();

  CurvePath(Part.Curve curve, Duration span, int look) {
    points = Outline.of(curve.points(), span);
    isCertain = points.stream().allMatch(each -> each.low() == each.high());
    Boxes.drawn(line, "line", "line-" + look);
    Boxes.drawn(band, "band", "band-" + look);
  }

  Path line() {
    return line;
  }

  /// Empty where all is certain.
  List<Path> band() {
    return isCertain ? List.of() : List.of(band);
  }

  void draw(Frame frame, Axis times, Axis values) {
    var elements = new ArrayList<PathElement>(points.size());
    for (var point : points) {
      elements.add(to(elements, frame, times.at(point.seconds()), values.at(point.value())));
    }
    line.getElements().setAll(elements);
    if (!isCertain) {
      drawBand(frame, times, values);
    }
  }

  private void drawBand(Frame frame, Axis times, Axis values) {
    var elements = new ArrayList<PathElement>(2 * points.size() + 1);
    for (var point : points) {
      elements.add(to(elements, frame, times.at(point.seconds()), values.at(point.high())));
    }
    for (var point : points.reversed()) {
      elements.add(to(elements, frame, times.at(point.seconds()), values.at(point.low())));
    }
    elements.add(new ClosePath());
    band.getElements().setAll(elements);
  }

  private static PathElement to(List<PathElement> sofar, Frame frame, double x, double y) {
    return sofar.isEmpty()
        ? new MoveTo(frame.x(x), frame.y(y))
        : new LineTo(frame.x(x), frame.y(y));
  }
}
