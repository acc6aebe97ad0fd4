package org.vacuumadvisor.fleet.history;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/// A row of values over time in one line of text: `▁▂▅█▂··▁`. A dot stands where nothing is known.
final class Sparkline {
  private static final String STEPS = "▁▂▃▄▅▆▇█";
  private static final char UNKNOWN = '·';

  private Sparkline() {}

  /// A value at a moment.
  ///
  /// @param value empty if it was looked for and not known
  record Point(Instant time, OptionalDouble value) {}

  /// Draws the highest value in each of so many equal stretches of time.
  ///
  /// @param lasting for how long a value holds if no other follows
  static String of(List<Point> points, Instant from, Instant to, Duration lasting, int width) {
    double[] cells = new double[width];
    Arrays.fill(cells, Double.NaN);
    double span = Math.max(1, Duration.between(from, to).toMillis());
    for (int at = 0; at < points.size(); at++) {
      var point = points.get(at);
      if (point.value().isEmpty()) {
        continue;
      }
      var end = point.time().plus(lasting);
      if (at + 1 < points.size() && points.get(at + 1).time().isBefore(end)) {
        end = points.get(at + 1).time();
      }
      int first = cell(Duration.between(from, point.time()).toMillis() / span, width);
      int last = cell(Duration.between(from, end).toMillis() / span, width);
      for (int each = Math.max(0, first); each <= Math.min(width - 1, last); each++) {
        double value = point.value().getAsDouble();
        cells[each] = Double.isNaN(cells[each]) ? value : Math.max(cells[each], value);
      }
    }
    return drawn(cells);
  }

  private static int cell(double share, int width) {
    return (int) Math.floor(Math.min(share, 1.5) * width);
  }

  private static String drawn(double[] cells) {
    double highest = Arrays.stream(cells).filter(each -> !Double.isNaN(each)).max().orElse(0);
    var line = new StringBuilder();
    for (double cell : cells) {
      if (Double.isNaN(cell)) {
        line.append(UNKNOWN);
      } else {
        int step = highest <= 0 ? 0 : (int) Math.round(cell / highest * (STEPS.length() - 1));
        line.append(STEPS.charAt(Math.clamp(step, 0, STEPS.length() - 1)));
      }
    }
    return line.toString();
  }
}
