package org.vacuumadvisor.report.render;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.vacuumadvisor.report.Part.Alignment;

/// A page of a terminal under the pen: a gutter at the left for words that guide the eye, and text
/// beside it.
final class Page {
  static final int GUTTER = 10;
  private static final int GAP = 2;
  private static final int NARROWEST = 6;

  private final int width;
  private final TextRenderer.Colour colour;
  private final StringBuilder out = new StringBuilder();

  Page(int width, TextRenderer.Colour colour) {
    this.width = width;
    this.colour = colour;
  }

  /// An empty line, unless the page has just begun.
  void space() {
    if (!out.isEmpty()) {
      out.append('\n');
    }
  }

  /// Text over the whole width.
  void text(List<Span> spans) {
    Line.wrapped(spans, width).forEach(line -> write(0, line.spans()));
  }

  /// Text beside the gutter, with a word in the gutter; a word too long for it gets a line.
  void beside(Span guide, List<Span> spans) {
    var lines = new ArrayList<>(Line.wrapped(spans, width - GUTTER));
    if (guide.width() >= GUTTER) {
      write(0, List.of(guide));
    } else {
      var first = new ArrayList<Span>();
      first.add(padded(guide, GUTTER, Alignment.LEFT));
      first.addAll(lines.removeFirst().spans());
      write(0, first);
    }
    lines.forEach(line -> write(GUTTER, line.spans()));
  }

  void beside(List<Span> spans) {
    beside(Span.plain(""), spans);
  }

  /// Lines as they are, beside the gutter.
  void exactly(Span guide, List<String> lines, Ink ink) {
    var word = guide;
    for (var line : lines) {
      write(0, List.of(padded(word, GUTTER, Alignment.LEFT), new Span(ink, line)));
      word = Span.plain("");
    }
  }

  /// Lines as they are, over the whole width.
  void exactly(List<String> lines, Ink ink) {
    lines.forEach(line -> write(0, List.of(new Span(ink, line))));
  }

  int width() {
    return width;
  }

  /// A heading with a rule after it.
  void heading(String text) {
    var title = new Span(Ink.HEADING, text);
    write(
        0,
        List.of(
            title,
            Span.plain(" "),
            new Span(Ink.FAINT, "─".repeat(Math.max(0, width - title.width() - 1)))));
  }

  /// A term, and beside it what is said of it.
  void term(int termWidth, Span term, List<Span> spans) {
    var left = Line.wrapped(List.of(term), termWidth);
    var right = Line.wrapped(spans, width - GUTTER - termWidth - GAP);
    for (int at = 0; at < Math.max(left.size(), right.size()); at++) {
      var line = new ArrayList<Span>();
      var word = at < left.size() ? left.get(at).spans().getFirst() : Span.plain("");
      line.add(padded(word, termWidth + GAP, Alignment.LEFT));
      line.addAll(at < right.size() ? right.get(at).spans() : List.of());
      write(GUTTER, line);
    }
  }

  /// Cells in columns; the widest columns give way where the page is too narrow.
  void columns(int indent, List<Alignment> alignments, List<List<Span>> rows) {
    var widths = widths(width - indent, rows);
    for (var row : rows) {
      var cells =
          IntStream.range(0, row.size())
              .mapToObj(at -> Line.wrapped(List.of(row.get(at)), widths[at]))
              .toList();
      int height = cells.stream().mapToInt(List::size).max().orElse(0);
      for (int line = 0; line < height; line++) {
        write(indent, across(cells, line, alignments, widths));
      }
    }
  }

  private static List<Span> across(
      List<List<Line>> cells, int line, List<Alignment> alignments, int[] widths) {
    var spans = new ArrayList<Span>();
    for (int at = 0; at < cells.size(); at++) {
      var cell = cells.get(at);
      var text = line < cell.size() ? cell.get(line).spans() : List.<Span>of();
      var span = text.isEmpty() ? Span.plain("") : text.getFirst();
      spans.add(padded(span, widths[at], alignments.get(at)));
      spans.add(Span.plain(" ".repeat(GAP)));
    }
    return spans;
  }

  /// What each column gets: all it wants, or else the widest give way, first as far as no word is
  /// broken.
  private static int[] widths(int available, List<List<Span>> rows) {
    int columns = rows.getFirst().size();
    var widths = new int[columns];
    var words = new int[columns];
    for (var row : rows) {
      for (int at = 0; at < columns; at++) {
        widths[at] = Math.max(widths[at], row.get(at).width());
        words[at] = Math.max(words[at], row.get(at).longestWord());
      }
    }
    int room = available - GAP * (columns - 1);
    narrow(widths, words, room);
    Arrays.fill(words, NARROWEST);
    narrow(widths, words, room);
    return widths;
  }

  private static void narrow(int[] widths, int[] least, int room) {
    while (IntStream.of(widths).sum() > room) {
      int widest = -1;
      for (int at = 0; at < widths.length; at++) {
        if (widths[at] > least[at] && (widest < 0 || widths[at] >= widths[widest])) {
          widest = at;
        }
      }
      if (widest < 0) {
        return;
      }
      widths[widest]--;
    }
  }

  private static Span padded(Span span, int width, Alignment alignment) {
    var room = " ".repeat(Math.max(0, width - span.width()));
    return new Span(
        span.ink(),
        switch (alignment) {
          case LEFT -> span.text() + room;
          case RIGHT -> room + span.text();
        });
  }

  private void write(int indent, List<Span> spans) {
    var line = new StringBuilder(" ".repeat(indent));
    int end = spans.size();
    while (end > 0 && spans.get(end - 1).text().isBlank()) {
      end--;
    }
    for (int at = 0; at < end; at++) {
      var span = spans.get(at);
      var text = at == end - 1 ? span.text().stripTrailing() : span.text();
      line.append(
          switch (colour) {
            case ON -> span.ink().on(text);
            case OFF -> text;
          });
    }
    out.append(end == 0 ? "" : line).append('\n');
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
