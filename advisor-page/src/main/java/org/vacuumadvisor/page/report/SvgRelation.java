package org.vacuumadvisor.page.report;

import java.util.List;
import java.util.Locale;
import org.vacuumadvisor.page.xray.Census;
import org.vacuumadvisor.page.xray.Figure;
import org.vacuumadvisor.page.xray.RelationXray;
import org.vacuumadvisor.page.xray.Stretch;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.unit.Quantities;

/// The picture of a relation as SVG: a column for each part of it, from its first page to its last,
/// cut up by what the bytes are. It refers to nothing outside itself and runs nothing.
public final class SvgRelation {
  private static final int LEFT = 60;
  private static final int WIDTH = 1024;
  private static final int TOP = 60;
  private static final int HEIGHT = 320;
  private static final int LEGEND_COLUMN = 190;
  private static final int LINES = 4;

  /// From the bottom of a column to its top. What is left at the top is free, or headers, line
  /// pointers and padding.
  private static final List<Part> PARTS =
      List.of(
          new Part(Stretch.Kind.LIVE, Figure.LIVE_BYTES, "live tuples"),
          new Part(Stretch.Kind.UNDETERMINED, Figure.UNDETERMINED_BYTES, "tuples, live or dead"),
          new Part(Stretch.Kind.DEAD, Figure.DEAD_BYTES, "dead tuples"),
          new Part(Stretch.Kind.GAP, Figure.GAP_BYTES, "gaps"),
          new Part(Stretch.Kind.FREE, Figure.FREE_BYTES, "free"));

  private static final Look REST = Look.of(Stretch.Kind.POINTER);
  private static final Look DAMAGED = Look.of(Stretch.Kind.DAMAGED);

  private final StringBuilder out = new StringBuilder();
  private final RelationXray xray;

  /// A part of a column.
  private record Part(Stretch.Kind kind, Figure figure, String name) {
    String fill() {
      return Look.of(kind).fill();
    }
  }

  private SvgRelation(RelationXray xray) {
    this.xray = xray;
  }

  /// The picture as a document.
  ///
  /// @param of what was looked at: a file. A name from outside; it is made harmless
  public static String render(RelationXray xray, String of) {
    var svg = new SvgRelation(xray);
    var pages = Quantities.counted(xray.total().of(Figure.PAGES), "page");
    svg.write("%s: %s".formatted(TerminalText.escaped(of), pages));
    return svg.out.toString();
  }

  private void write(String title) {
    out.append(SvgXray.head(LEFT + WIDTH + 20, TOP + HEIGHT + 90, LEFT, title));
    for (int line = 0; line <= LINES; line++) {
      int y = TOP + HEIGHT - line * HEIGHT / LINES;
      out.append(
          "<text x=\"%d\" y=\"%d\" text-anchor=\"end\" fill=\"#777\">%d %%</text>\n"
              .formatted(LEFT - 8, y + 4, line * 100 / LINES));
    }
    columns();
    out.append(
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#ccc\"/>\n"
            .formatted(LEFT, TOP, WIDTH, HEIGHT));
    legend();
    out.append("</svg>\n");
  }

  private void columns() {
    int columns = xray.slices().size();
    long block = xray.firstBlock();
    for (int column = 0; column < columns; column++) {
      var slice = xray.slices().get(column);
      long pages = slice.of(Figure.PAGES);
      if (pages > 0) {
        column(slice, block, LEFT + column * WIDTH / columns, WIDTH / columns);
      }
      block += pages;
    }
  }

  private void column(Census slice, long block, int x, int width) {
    long pages = slice.of(Figure.PAGES);
    double whole = (double) pages * xray.pageSize();
    var words = new StringBuilder("blocks %d to %d".formatted(block, block + pages - 1));
    var bars = new StringBuilder();
    double below = 0;
    for (var part : PARTS) {
      double share = slice.of(part.figure()) / whole;
      if (share > 0) {
        words.append(String.format(Locale.ROOT, "; %s %.1f %%", part.name(), 100 * share));
        bars.append(bar(x, width, below, share, part.fill()));
      }
      below += share;
    }
    double damaged = slice.of(Figure.DAMAGED_PAGES) / (double) pages;
    double unused = slice.of(Figure.NEW_PAGES) / (double) pages;
    if (damaged > 0) {
      words.append("; %d damaged".formatted(slice.of(Figure.DAMAGED_PAGES)));
      bars.append(bar(x, width, below, damaged, DAMAGED.fill()));
    }
    bars.append(bar(x, width, below + damaged, 1 - below - damaged - unused, REST.fill()));
    out.append("<g><title>%s</title>%s</g>\n".formatted(words, bars));
  }

  private static String bar(int x, int width, double below, double share, String fill) {
    return String.format(
        Locale.ROOT,
        "<rect x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%.1f\" fill=\"%s\"/>",
        x,
        TOP + HEIGHT * (1 - below - share),
        width,
        Math.max(0, HEIGHT * share),
        fill);
  }

  private void legend() {
    int place = 0;
    for (var part : PARTS) {
      entry(place, part.fill(), part.name());
      place++;
    }
    entry(place, REST.fill(), "headers, line pointers, padding");
    if (xray.total().of(Figure.DAMAGED_PAGES) > 0) {
      entry(place + 1, DAMAGED.fill(), "damaged pages");
    }
  }

  private void entry(int place, String fill, String name) {
    int x = LEFT + place % 5 * LEGEND_COLUMN;
    int y = TOP + HEIGHT + 34 + place / 5 * 26;
    out.append(SvgXray.entry(x, y, fill, name));
  }
}
