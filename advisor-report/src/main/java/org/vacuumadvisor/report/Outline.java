package org.vacuumadvisor.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.report.Part.Point;

/// What can be seen of a line with more points than a drawing has room for: of each column, the
/// first, the lowest, the highest and the last, so that no peak is lost.
public final class Outline {
  private static final int COLUMNS = 500;
  private static final int EACH = 4;

  private Outline() {}

  public static List<Point> of(List<Point> points, Duration span) {
    if (points.size() <= COLUMNS * EACH) {
      return points;
    }
    double width = Math.max(1e-9, (double) span.toMillis() / 1000 / COLUMNS);
    var outline = new ArrayList<Point>();
    int from = 0;
    while (from < points.size()) {
      var column = Math.floor(points.get(from).seconds() / width);
      int to = from;
      while (to < points.size() && Math.floor(points.get(to).seconds() / width) == column) {
        to++;
      }
      outline.addAll(extremes(points.subList(from, to)));
      from = to;
    }
    return outline;
  }

  private static List<Point> extremes(List<Point> points) {
    var byValue = Comparator.comparingDouble(Point::value);
    var kept =
        Stream.of(
                points.getFirst(),
                points.stream().min(byValue).orElseThrow(),
                points.stream().max(byValue).orElseThrow(),
                points.getLast())
            .toList();
    return points.stream().filter(kept::contains).distinct().toList();
  }
}
