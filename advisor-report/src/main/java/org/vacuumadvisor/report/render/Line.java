package org.vacuumadvisor.report.render;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.report.TerminalText;

/// One line of a page: spans side by side.
public record Line(List<Span> spans) {
  /// Where a line may be broken: after a space, but not between a number and its unit.
  private static final Pattern BREAK =
      Pattern.compile(
          "(?<= )(?!(?<=\\d )(?:%|(?:ms|s|min|h|days?|years?|k|M|bytes|kB|MB|GB|TB)\\b))");

  /// Where a name that is too long for its column is broken: after a dot, a stroke or a slash.
  private static final Pattern JOINT = Pattern.compile("[._/-](?=\\w)");

  public Line {
    spans = List.copyOf(spans);
  }

  /// The pieces between which a line may be broken, without the spaces after them.
  static Stream<String> words(String text) {
    return BREAK.splitAsStream(text).map(String::stripTrailing);
  }

  /// A text as lines of at most `width` columns, made fit for a terminal.
  public static List<String> wrapped(String text, int width) {
    return wrapped(List.of(Span.plain(text)), width).stream()
        .map(line -> line.spans().stream().map(Span::text).collect(Collectors.joining()))
        .toList();
  }

  /// The spans as lines of at most `width` columns, broken between words; a word that is too long
  /// is broken at a joint of its name, or else anywhere.
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

  /// How many chars of the text to put into `width` columns; at least one character.
  private static int fitting(String text, int width) {
    int end = Math.max(TerminalText.cut(text, width).length(), text.offsetByCodePoints(0, 1));
    return JOINT
        .matcher(text)
        .results()
        .mapToInt(MatchResult::end)
        .filter(joint -> joint <= end)
        .max()
        .orElse(end);
  }
}
