package org.vacuumadvisor.page.report;

import java.util.EnumSet;
import org.vacuumadvisor.page.xray.PageXray;
import org.vacuumadvisor.page.xray.Stretch;
import org.vacuumadvisor.report.TerminalText;

/// The picture of a page as SVG: rows of bytes, as in a book, with a word on everything one points
/// at. It refers to nothing outside itself and runs nothing.
public final class SvgXray {
  private static final int ROWS = 16;
  private static final int ROW_HEIGHT = 22;
  private static final int ROW_PITCH = 28;
  private static final int LEFT = 60;
  private static final int WIDTH = 1024;
  private static final int TOP = 60;
  private static final int LEGEND_COLUMN = 250;
  private static final int LEGEND_COLUMNS = 4;

  private final StringBuilder out = new StringBuilder();
  private final PageXray xray;
  private final int rowBytes;

  private SvgXray(PageXray xray) {
    this.xray = xray;
    this.rowBytes = Math.max(1, xray.page().size() / ROWS);
  }

  /// The picture as a document.
  ///
  /// @param of what the page belongs to: a file or a table. A name from outside; it is made
  ///   harmless
  public static String render(PageXray xray, String of) {
    var svg = new SvgXray(xray);
    svg.write("Block %d of %s".formatted(xray.block(), TerminalText.escaped(of)));
    return svg.out.toString();
  }

  private void write(String title) {
    out.append(head(LEFT + WIDTH + 20, TOP + ROWS * ROW_PITCH + 110, LEFT, title));
    for (int row = 0; row < ROWS; row++) {
      int y = TOP + row * ROW_PITCH;
      out.append(
          """
          <text x="%d" y="%d" text-anchor="end" fill="#777">%d</text>
          <rect x="%d" y="%d" width="%d" height="%d" fill="none" stroke="#ccc"/>
          """
              .formatted(LEFT - 8, y + 16, row * rowBytes, LEFT, y, WIDTH, ROW_HEIGHT));
    }
    xray.picture().forEach(this::stretch);
    legend();
    out.append("</svg>\n");
  }

  private void stretch(Stretch stretch) {
    if (stretch.kind() == Stretch.Kind.FREE) {
      return;
    }
    out.append("<g><title>").append(escaped(words(stretch))).append("</title>");
    for (int from = stretch.from(); from < stretch.to(); ) {
      int row = from / rowBytes;
      int to = Math.min(stretch.to(), (row + 1) * rowBytes);
      out.append(
          "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" stroke=\"#fff\"/>"
              .formatted(
                  LEFT + (from - row * rowBytes) * WIDTH / rowBytes,
                  TOP + row * ROW_PITCH,
                  Math.max(1, (to - from) * WIDTH / rowBytes),
                  ROW_HEIGHT,
                  Look.of(stretch.kind()).fill()));
      from = to;
    }
    out.append("</g>\n");
  }

  private static String words(Stretch stretch) {
    var what = Look.of(stretch.kind()).name();
    var which = stretch.pointer() == 0 ? what : what + ", number " + stretch.pointer();
    return "%s, bytes %d to %d".formatted(which, stretch.from(), stretch.to() - 1);
  }

  private void legend() {
    var kinds = EnumSet.noneOf(Stretch.Kind.class);
    xray.picture().forEach(each -> kinds.add(each.kind()));
    int place = 0;
    for (var kind : kinds) {
      int x = LEFT + place % LEGEND_COLUMNS * LEGEND_COLUMN;
      int y = TOP + ROWS * ROW_PITCH + 24 + place / LEGEND_COLUMNS * 26;
      out.append(entry(x, y, Look.of(kind).fill(), Look.of(kind).name()));
      place++;
    }
  }

  /// How a picture begins, with its title above it.
  static String head(int width, int height, int left, String title) {
    return """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" \
    font-family="system-ui, sans-serif" font-size="13" fill="#222">
    <title>%s</title>
    <rect width="100%%" height="100%%" fill="#fff"/>
    <text x="%d" y="32" font-size="18">%s</text>
    """
        .formatted(width, height, escaped(title), left, escaped(title));
  }

  /// A colour and what it stands for.
  static String entry(int x, int y, String fill, String name) {
    return """
    <rect x="%d" y="%d" width="16" height="16" fill="%s" stroke="#999"/>\
    <text x="%d" y="%d">%s</text>
    """
        .formatted(x, y - 13, fill, x + 24, y, name);
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
