package org.vacuumadvisor.benchmark.compaction;

import java.util.List;
import java.util.Locale;

/// A bar chart of what a page takes, as SVG: one group for each shape, one bar for each way.
record Chart(List<ShapeResult> shapes) {
  private static final int LEFT = 190;
  private static final int WIDTH = 620;
  private static final int BAR = 9;
  private static final int GROUP = 60;
  private static final int TOP = 70;
  private static final String[] NAMES = {
    "sorted", "sort-free", "ours", "sorted, C", "sort-free, C"
  };
  private static final String[] COLOURS = {"#c0392b", "#2e86c1", "#239b56", "#e6b0aa", "#aed6f1"};

  @Override
  public String toString() {
    var out = new StringBuilder();
    out.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" \
        font-family="system-ui, sans-serif" font-size="12" fill="#222">
        <rect width="100%%" height="100%%" fill="#fff"/>
        <text x="16" y="26" font-size="16">Repairing a page: nanoseconds, less is better</text>
        """
            .formatted(LEFT + WIDTH + 80, TOP + shapes.size() * GROUP + 10));
    for (int way = 0; way < NAMES.length; way++) {
      out.append(
          """
          <rect x="%d" y="40" width="12" height="12" fill="%s"/><text x="%d" y="50">%s</text>
          """
              .formatted(16 + way * 120, COLOURS[way], 34 + way * 120, NAMES[way]));
    }
    double most = shapes.stream().mapToDouble(Chart::longest).max().orElse(1);
    for (int each = 0; each < shapes.size(); each++) {
      group(out, shapes.get(each), TOP + each * GROUP, WIDTH / most);
    }
    return out.append("</svg>\n").toString();
  }

  private static void group(StringBuilder out, ShapeResult shape, int top, double scale) {
    out.append(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>%n"
            .formatted(LEFT - 10, top + 26, shape.label()));
    var times = times(shape);
    for (int way = 0; way < times.length; way++) {
      out.append(
          String.format(
              Locale.ROOT,
              "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>"
                  + "<text x=\"%.1f\" y=\"%d\" font-size=\"9\">%.0f</text>%n",
              LEFT,
              top + way * (BAR + 1),
              times[way] * scale,
              BAR,
              COLOURS[way],
              LEFT + times[way] * scale + 4,
              top + way * (BAR + 1) + BAR - 1,
              times[way]));
    }
  }

  private static double longest(ShapeResult shape) {
    double longest = 0;
    for (double time : times(shape)) {
      longest = Math.max(longest, time);
    }
    return longest;
  }

  private static double[] times(ShapeResult shape) {
    return new double[] {
      shape.sorted(), shape.sortFree(), shape.stride(), shape.sortedInC(), shape.sortFreeInC()
    };
  }
}
