package org.vacuumadvisor.report.render;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.vacuumadvisor.report.Part.Curve;
import org.vacuumadvisor.report.Part.Level;
import org.vacuumadvisor.report.Part.Lines;
import org.vacuumadvisor.report.Part.Point;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.unit.Quantities;

/// Lines over time, drawn with characters: each gets a field of its own, all fields have one scale.
final class TextLines {
  private static final int ROWS = 4;
  private static final int SCALE = 12;
  private static final int EIGHTHS = 8;

  /// A cell filled from below: not at all, one eighth, and so on.
  private static final String FILLED = " ▁▂▃▄▅▆▇█";

  private static final char NOW_AND_THEN = '░';
  private static final char LEVEL = '─';

  private TextLines() {}

  static void write(Lines chart, Page page) {
    page.text(List.of(new Span(Ink.STRONG, chart.title())));
    for (var curve : chart.curves()) {
      page.text(
          List.of(
              new Span(Ink.STRONG, curve.label()),
              Span.plain(curve.text().isEmpty() ? "" : ": " + curve.text())));
      page.exactly(drawn(chart, curve, page.width()), Ink.PLAIN);
    }
    page.text(List.of(new Span(Ink.FAINT, Words.joined(legend(chart), chart.caption()))));
  }

  /// The line in its field, with the axes, in that many columns.
  static List<String> drawn(Lines chart, Curve curve, int width) {
    var cells = width - SCALE - 2;
    double full = chart.full();
    var field = new Field(cells, full);
    curve.points().forEach(point -> field.reach(column(chart, point, cells), point));
    chart.levels().forEach(level -> field.level(level.value()));
    var lines = new ArrayList<String>();
    for (int row = ROWS - 1; row >= 0; row--) {
      var label = row == ROWS - 1 ? chart.measure().text(full) : "";
      lines.add(right(label) + " ┤" + field.row(row).stripTrailing());
    }
    var end = Quantities.duration(chart.span());
    lines.add(right("0") + " └" + "─".repeat(Math.max(0, cells - end.length() - 1)) + " " + end);
    return lines;
  }

  /// What the characters mean, as far as the chart has them: `─ threshold 200,050.`
  static String legend(Lines chart) {
    return chart.levels().stream()
        .map(each -> "%s %s %s".formatted(LEVEL, each.label(), text(chart, each)))
        .collect(Collectors.collectingAndThen(Collectors.joining(", "), Words::sentence));
  }

  private static String text(Lines chart, Level level) {
    return chart.measure().text(level.value());
  }

  private static String right(String text) {
    return " ".repeat(Math.max(0, SCALE - text.length())) + text;
  }

  private static int column(Lines chart, Point point, int cells) {
    double whole = (double) chart.span().toMillis() / 1000;
    return whole > 0 ? Math.clamp((long) (point.seconds() / whole * cells), 0, cells - 1) : 0;
  }

  /// The lowest and the highest of what comes to each column. A column that nothing comes to is as
  /// the one before it ended.
  private static final class Field {
    private final double full;
    private final double[] low;
    private final double[] high;
    private final double[] last;
    private final boolean[] level = new boolean[ROWS];

    Field(int columns, double full) {
      this.full = full;
      low = new double[columns];
      high = new double[columns];
      last = new double[columns];
      Arrays.fill(low, Double.NaN);
    }

    void reach(int column, Point point) {
      boolean isFirst = Double.isNaN(low[column]);
      low[column] = isFirst ? point.value() : Math.min(low[column], point.value());
      high[column] = isFirst ? point.value() : Math.max(high[column], point.value());
      last[column] = point.value();
    }

    void level(double value) {
      if (full > 0) {
        level[Math.clamp(Math.round(Math.floor(value / full * ROWS)), 0, ROWS - 1)] = true;
      }
    }

    String row(int row) {
      var text = new StringBuilder();
      double carried = Double.NaN;
      for (int at = 0; at < low.length; at++) {
        boolean isSilent = Double.isNaN(low[at]);
        double least = isSilent ? carried : low[at];
        double most = isSilent ? carried : high[at];
        carried = isSilent ? carried : last[at];
        text.append(cell(row, least, most));
      }
      return text.toString();
    }

    private char cell(int row, double least, double most) {
      int always = Math.clamp(eighths(least) - (long) row * EIGHTHS, 0, EIGHTHS);
      int ever = Math.clamp(eighths(most) - (long) row * EIGHTHS, 0, EIGHTHS);
      if (always > 0) {
        return FILLED.charAt(always);
      }
      return ever > 0 ? NOW_AND_THEN : level[row] ? LEVEL : ' ';
    }

    /// The height in eighths of a cell: rounded, but nothing that is there vanishes.
    private int eighths(double value) {
      return Double.isNaN(value) || value <= 0 || full <= 0
          ? 0
          : (int) Math.max(1, Math.round(value / full * ROWS * EIGHTHS));
    }
  }
}
