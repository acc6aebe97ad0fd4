package org.vacuumadvisor.source.conninfo;

/// Text from elsewhere made fit for a terminal: control and direction characters are escaped, and
/// what is too long is cut.
final class SafeText {
  private static final int LONGEST = 500;

  private SafeText() {}

  static String of(String text) {
    var safe = new StringBuilder();
    text.codePoints().limit(LONGEST).forEach(point -> append(safe, point));
    return text.codePointCount(0, text.length()) > LONGEST
        ? safe.append("…").toString()
        : safe.toString();
  }

  static String quoted(String text) {
    return '"' + of(text) + '"';
  }

  private static void append(StringBuilder safe, int point) {
    switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          safe.append(point <= 0xff ? "\\x%02x".formatted(point) : "\\u%04x".formatted(point));
      default -> safe.appendCodePoint(point);
    }
  }
}
