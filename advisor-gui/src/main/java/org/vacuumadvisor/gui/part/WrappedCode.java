package org.vacuumadvisor.gui.part;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Code in lines of a width, broken only where there is a space: never within a name or a quoted
/// text. What does not fit all the same stays as long as it is.
final class WrappedCode {
  private static final String COMMENT = "-- ";
  private static final String INDENT = "  ";

  private WrappedCode() {}

  /// The same code.
  ///
  /// @param columns letters that fit
  /// @param end what the language wants at the end of a line that goes on: a backslash in a shell,
  ///   nothing in SQL
  static String of(String code, int columns, String end) {
    return code.lines()
        .flatMap(line -> wrapped(line, columns, end).stream())
        .collect(Collectors.joining("\n"));
  }

  private static List<String> wrapped(String line, int columns, String end) {
    var lines = new ArrayList<String>();
    var next = line.startsWith(COMMENT) ? COMMENT : indent(line) + INDENT;
    var rest = line;
    while (rest.length() > columns) {
      int at = lastBreak(rest, columns - end.length(), line.startsWith(COMMENT));
      if (at < 0) {
        break;
      }
      lines.add(rest.substring(0, at) + end);
      rest = next + rest.substring(at + 1);
    }
    lines.add(rest);
    return lines;
  }

  private static String indent(String line) {
    return line.substring(0, line.length() - line.stripLeading().length());
  }

  /// The last space up to there that is in no quotes and has more than spaces before it, or else
  /// the first behind; -1 if there is none.
  private static int lastBreak(String line, int columns, boolean isComment) {
    int last = -1;
    char quote = 0;
    boolean isCode = false;
    for (int at = 0; at < line.length(); at++) {
      char each = line.charAt(at);
      if (quote != 0) {
        quote = each == quote ? 0 : quote;
      } else if (!isComment && (each == '\'' || each == '"')) {
        quote = each;
        isCode = true;
      } else if (each != ' ') {
        isCode |= each != '-';
      } else if (isCode) {
        if (at > columns) {
          return last < 0 ? at : last;
        }
        last = at;
      }
    }
    return last;
  }
}
