package org.vacuumadvisor.report;

/// Statements that mean the same and can be shown anywhere. A name may hold characters that command
/// a terminal, turn text around or cannot be seen; SQL has another way to write them.
///
/// The other way, `U&"…"` and `E'…'`, is "SQL syntax: Lexical Structure" in the manual. Beyond
/// ASCII a server before 13 only takes it if its encoding is UTF8.
public final class PrintableSql {
  private PrintableSql() {}

  /// The statement, with such names and constants written with escapes. Line breaks between words
  /// stay; nothing else that cannot be shown stands there in what we write.
  public static String of(String sql) {
    var safe = new StringBuilder(sql.length());
    int at = 0;
    while (at < sql.length()) {
      char each = sql.charAt(at);
      if (each != '"' && each != '\'') {
        safe.append(each == '\n' ? "\n" : TerminalText.escaped(sql.substring(at, next(sql, at))));
        at = next(sql, at);
        continue;
      }
      int end = end(sql, at);
      var inside = sql.substring(at + 1, Math.max(at + 1, end - 1));
      if (TerminalText.isPrintable(inside)) {
        safe.append(sql, at, end);
      } else if (each == '"') {
        safe.append("U&\"").append(name(inside)).append('"');
      } else {
        boolean isEscaped = at > 0 && sql.charAt(at - 1) == 'E';
        safe.append(isEscaped ? "'" : "E'").append(constant(inside, isEscaped)).append('\'');
      }
      at = end;
    }
    return safe.toString();
  }

  private static int next(String sql, int at) {
    return at + Character.charCount(sql.codePointAt(at));
  }

  /// Where what is quoted from `start` on ends, the closing quote included.
  private static int end(String sql, int start) {
    char quote = sql.charAt(start);
    boolean hasEscapes = quote == '\'' && start > 0 && sql.charAt(start - 1) == 'E';
    for (int at = start + 1; at < sql.length(); at++) {
      char each = sql.charAt(at);
      if (hasEscapes && each == '\\') {
        at++;
      } else if (each == quote) {
        if (!sql.startsWith(String.valueOf(quote), at + 1)) {
          return at + 1;
        }
        at++;
      }
    }
    return sql.length();
  }

  private static String name(String inside) {
    return TerminalText.formed(
        inside,
        point -> point == '\\' ? "\\\\" : (point > 0xffff ? "\\+%06x" : "\\%04x").formatted(point));
  }

  private static String constant(String inside, boolean isEscaped) {
    return TerminalText.formed(
        inside,
        point ->
            point == '\\'
                ? isEscaped ? "\\" : "\\\\"
                : point < 0x80
                    ? "\\x%02x".formatted(point)
                    : (point > 0xffff ? "\\U%08x" : "\\u%04x").formatted(point));
  }
}
