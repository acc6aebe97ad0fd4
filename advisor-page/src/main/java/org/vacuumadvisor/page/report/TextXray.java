package org.vacuumadvisor.page.report;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.vacuumadvisor.page.xray.Census;
import org.vacuumadvisor.page.xray.Figure;
import org.vacuumadvisor.page.xray.PageXray;
import org.vacuumadvisor.page.xray.RelationXray;
import org.vacuumadvisor.page.xray.Stretch;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.report.render.TextRenderer.Colour;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;

/// An X-ray for a terminal of 80 columns.
public final class TextXray {
  private static final int COLUMNS = 64;
  private static final int ROWS = 16;
  private static final String LEVELS = " ▁▂▃▄▅▆▇█";

  private final Colour colour;
  private final StringBuilder out = new StringBuilder();

  private TextXray(Colour colour) {
    this.colour = colour;
  }

  /// Whatever was found out about a relation.
  public static String render(XrayReport report, Colour colour) {
    var text = new StringBuilder();
    report.relation().ifPresent(xray -> text.append(render(xray, report.name(), colour)));
    report.page().ifPresent(xray -> text.append(render(xray, report.name(), colour)));
    if (report.incompleteBytes() > 0) {
      text.append(
          "\n  %s at the end of a file are no whole page: it was cut off\n"
              .formatted(Quantities.counted(report.incompleteBytes(), "byte")));
    }
    return text.toString();
  }

  /// A page as a picture, each character an equal part of it, and its figures.
  ///
  /// @param of what it belongs to: a file or a table. A name from outside; it is made harmless
  public static String render(PageXray xray, String of, Colour colour) {
    var text = new TextXray(colour);
    text.line(
        "Block %d of %s, %s"
            .formatted(xray.block(), TerminalText.escaped(of), new Bytes(xray.page().size())));
    text.line("");
    text.picture(xray);
    text.line("");
    text.legend(xray.picture());
    text.line("");
    if (xray.isDamaged()) {
      text.line("The header or the line pointers contradict themselves.");
    } else if (xray.census().of(Figure.NEW_PAGES) > 0) {
      text.line("The page is new: it was added to the file and never used.");
    } else {
      text.lines(FigureLines.ofPage(xray));
    }
    return text.out.toString();
  }

  /// The figures of a relation, and where in it the space is.
  public static String render(RelationXray xray, String of, Colour colour) {
    var text = new TextXray(colour);
    var total = xray.total();
    text.line(
        "%s: %s of %s"
            .formatted(
                TerminalText.escaped(of),
                Quantities.counted(total.of(Figure.PAGES), "page"),
                new Bytes(xray.pageSize())));
    text.line("");
    text.lines(FigureLines.of(total, xray.pageSize()));
    if (xray.slices().size() > 1) {
      text.strips(xray);
    }
    return text.out.toString();
  }

  private void picture(PageXray xray) {
    int cell = Math.max(1, xray.page().size() / (COLUMNS * ROWS));
    int stretch = 0;
    var stretches = xray.picture();
    for (int from = 0; from < xray.page().size(); from += cell) {
      if (from % (cell * COLUMNS) == 0) {
        out.append("%6d  ".formatted(from));
      }
      while (stretches.get(stretch).to() <= from) {
        stretch++;
      }
      var shown = worst(stretches, stretch, from + cell);
      var look = Look.of(shown.kind());
      out.append(ink(look.ink(), shown.from() >= from ? look.begin() : look.more()));
      if ((from + cell) % (cell * COLUMNS) == 0) {
        out.append('\n');
      }
    }
  }

  /// Of the stretches that share a cell the one that says most.
  private static Stretch worst(List<Stretch> stretches, int first, int end) {
    var worst = stretches.get(first);
    for (int each = first + 1;
        each < stretches.size() && stretches.get(each).from() < end;
        each++) {
      if (weight(stretches.get(each).kind()) > weight(worst.kind())) {
        worst = stretches.get(each);
      }
    }
    return worst;
  }

  private static int weight(Stretch.Kind kind) {
    return switch (kind) {
      case FREE, GAP -> 0;
      case UNUSED_POINTER, HEADER, SPECIAL -> 1;
      case POINTER -> 2;
      case LIVE -> 3;
      case REDIRECTED_POINTER, UNDETERMINED -> 4;
      case DEAD_POINTER, DEAD, DAMAGED -> 5;
    };
  }

  private void legend(List<Stretch> picture) {
    var kinds = EnumSet.noneOf(Stretch.Kind.class);
    picture.forEach(each -> kinds.add(each.kind()));
    var entries = new ArrayList<String>();
    int width = 0;
    for (var kind : kinds) {
      var look = Look.of(kind);
      var sample = look.begin().equals(look.more()) ? look.more() : look.begin() + look.more();
      int wanted = sample.length() + look.name().length() + 4;
      if (width + wanted > 72) {
        line("        " + String.join("   ", entries));
        entries.clear();
        width = 0;
      }
      width += wanted;
      entries.add(ink(look.ink(), sample) + " " + look.name());
    }
    line("        " + String.join("   ", entries));
  }

  private void strips(RelationXray xray) {
    line("");
    line("From the first page to the last, each column of %s:".formatted(columnWidth(xray)));
    line("");
    strip("dead", "31", xray, Figure.VACUUM_FREES_BYTES);
    strip("free", "36", xray, Figure.USABLE_BYTES);
    strip("live", "32", xray, Figure.LIVE_BYTES);
  }

  private static String columnWidth(RelationXray xray) {
    long most = 0;
    for (var slice : xray.slices()) {
      most = Math.max(most, slice.of(Figure.PAGES));
    }
    return "up to " + Quantities.counted(most, "page");
  }

  private void strip(String name, String ink, RelationXray xray, Figure figure) {
    var bars = new StringBuilder();
    for (var slice : xray.slices()) {
      bars.append(level(slice, figure, xray.pageSize()));
    }
    line("  %-4s  %s".formatted(name, ink(ink, bars.toString())));
  }

  /// A bar as high as the share of the bytes; whatever is not nothing shows.
  private static char level(Census slice, Figure figure, int pageSize) {
    long whole = slice.of(Figure.PAGES) * pageSize;
    long part = slice.of(figure);
    int top = LEVELS.length() - 1;
    long level = whole == 0 ? 0 : (part * top + whole / 2) / whole;
    return LEVELS.charAt(Math.clamp(level, part > 0 ? 1 : 0, top));
  }

  private void lines(List<FigureLines.Entry> entries) {
    for (var entry : entries) {
      line("  %-22s %s".formatted(entry.name(), entry.text()).stripTrailing());
    }
  }

  private void line(String text) {
    out.append(text).append('\n');
  }

  private String ink(String ink, String text) {
    return switch (colour) {
      case ON -> "\u001b[" + ink + "m" + text + "\u001b[0m";
      case OFF -> text;
    };
  }
}
