package org.vacuumadvisor.report;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// One line of a page: spans side by side.
record Line(List<Span> spans) {
  /// Where a line may be broken: after a space, but not between a number and its unit.
  private static final Pattern BREAK =
      Pattern.compile(
          "(?<= )(?!(?<=\\d )(?:%|(?:ms|s|min|h|days?|years?|k|M|bytes|kB|MB|GB|TB)\\b))");

  Line {
    spans = List.copyOf(spans);
  }

  int width() {
    return spans.stream().mapToInt(Span::width).sum();
  }

  /// The spans as lines of at most `width` columns, broken between words; a word that is too long
  /// is broken anywhere.
  static List<Line> wrapped(List<Span> spans, int width) {
    var lines = new ArrayList<Line>();
    var line = new ArrayList<Span>();
    int used = 0;
    for (var span : spans) {
      for (var word : BREAK.split(span.text(), -1)) {
        var rest = word;
        int wanted = TerminalText.width(rest.stripTrailing());
        if (used > 0 && used + wanted > width) {
          lines.add(new Line(line).trimmed());
          line.clear();
          used = 0;
        }
        while (TerminalText.width(rest.stripTrailing()) > width) {
          int end = fitting(rest, width);
          lines.add(new Line(List.of(new Span(span.ink(), rest.substring(0, end)))));
          rest = rest.substring(end);
        }
        line.add(new Span(span.ink(), rest));
        used += TerminalText.width(rest);
      }
    }
    if (used > 0 || lines.isEmpty()) {
      lines.add(new Line(line).trimmed());
    }
    return lines;
  }

  /// Without spaces at the end, and with one span for words of one ink.
  private Line trimmed() {
    var kept = new ArrayList<Span>();
    for (var span : spans) {
      if (!kept.isEmpty() && kept.getLast().ink() == span.ink()) {
        kept.add(new Span(span.ink(), kept.removeLast().text() + span.text()));
      } else {
        kept.add(span);
      }
    }
    while (!kept.isEmpty()) {
      var last = kept.removeLast();
      var text = last.text().stripTrailing();
      if (!text.isEmpty()) {
        kept.add(new Span(last.ink(), text));
        break;
      }
    }
    return new Line(kept);
  }

  /// How many chars of the text fit into `width` columns; at least one character.
  private static int fitting(String text, int width) {
    return Math.max(TerminalText.cut(text, width).length(), text.offsetByCodePoints(0, 1));
  }
}
