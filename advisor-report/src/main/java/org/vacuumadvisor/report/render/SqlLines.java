package org.vacuumadvisor.report.render;

import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.report.TerminalText;

/// SQL as lines of a width, broken only where a line break changes nothing: at spaces outside of
/// quotes. A name that is too long stays whole, and the line is too long.
final class SqlLines {
  private static final String CONTINUED = "    ";

  private SqlLines() {}

  static List<String> of(String sql, int width) {
    var lines = new ArrayList<String>();
    var line = new StringBuilder();
    for (var word : words(sql)) {
      boolean fits =
          TerminalText.width(line.toString()) + TerminalText.width(word.stripTrailing()) <= width;
      if (!fits && !line.toString().isBlank()) {
        lines.add(line.toString().stripTrailing());
        line = new StringBuilder(CONTINUED);
      }
      boolean ends = word.endsWith("\n");
      line.append(TerminalText.escaped(ends ? word.substring(0, word.length() - 1) : word));
      if (ends) {
        lines.add(line.toString().stripTrailing());
        line = new StringBuilder();
      }
    }
    if (!line.toString().isBlank()) {
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  /// Pieces that may be parted, each with the space or line break that ends it.
  private static List<String> words(String sql) {
    var words = new ArrayList<String>();
    int start = 0;
    char quote = 0;
    for (int at = 0; at < sql.length(); at++) {
      char each = sql.charAt(at);
      if (quote != 0) {
        quote = each == quote ? 0 : quote;
      } else if (each == '"' || each == '\'') {
        quote = each;
      } else if (each == '\n' || (each == ' ' && !isAtEquals(sql, at))) {
        words.add(sql.substring(start, at + 1));
        start = at + 1;
      }
    }
    words.add(sql.substring(start));
    return words;
  }

  /// A setting and its value are read together.
  private static boolean isAtEquals(String sql, int at) {
    return sql.startsWith("=", at + 1) || (at > 0 && sql.charAt(at - 1) == '=');
  }
}
