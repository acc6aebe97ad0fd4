package org.vacuumadvisor.report;

/// Text made fit for a terminal, and the room it takes there. Names come from the server and may
/// hold anything: control characters would command the terminal, direction marks would reorder what
/// is read.
public final class TerminalText {
  private TerminalText() {}

  /// Whether the text can be shown as it is.
  public static boolean isPrintable(String text) {
    return text.codePoints().allMatch(TerminalText::isPrintable);
  }

  /// The text with what a terminal must not see written as `\n`, `\x1b`, `\u202e`. Doing it twice
  /// does nothing more.
  public static String escaped(String text) {
    if (isPrintable(text)) {
      return text;
    }
    var safe = new StringBuilder();
    text.codePoints().forEach(point -> append(safe, point));
    return safe.toString();
  }

  /// The columns a printable text takes.
  public static int width(String text) {
    return text.codePoints().map(TerminalText::width).sum();
  }

  /// The text, or as much of its beginning as fits into `columns`.
  public static String cut(String text, int columns) {
    int end = 0;
    int used = 0;
    while (end < text.length()) {
      int point = text.codePointAt(end);
      used += width(point);
      if (used > columns) {
        break;
      }
      end += Character.charCount(point);
    }
    return text.substring(0, end);
  }

  /// The columns a character takes: two for the wide ones of East Asia and for pictures (an
  /// approximation of Unicode's `East_Asian_Width` by block), none for a mark on the one before.
  public static int width(int point) {
    int type = Character.getType(point);
    if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
      return 0;
    }
    return isWide(point) ? 2 : 1;
  }

  private static boolean isWide(int point) {
    return point >= 0x1100
        && (point <= 0x115f
            || (point >= 0x2e80 && point <= 0x303e)
            || (point >= 0x3041 && point <= 0x33ff)
            || (point >= 0x3400 && point <= 0x4dbf)
            || (point >= 0x4e00 && point <= 0x9fff)
            || (point >= 0xa000 && point <= 0xa4cf)
            || (point >= 0xa960 && point <= 0xa97f)
            || (point >= 0xac00 && point <= 0xd7a3)
            || (point >= 0xf900 && point <= 0xfaff)
            || (point >= 0xfe30 && point <= 0xfe6f)
            || (point >= 0xff00 && point <= 0xff60)
            || (point >= 0xffe0 && point <= 0xffe6)
            || (point >= 0x1f300 && point <= 0x1f64f)
            || (point >= 0x1f680 && point <= 0x1f6ff)
            || (point >= 0x1f900 && point <= 0x1f9ff)
            || (point >= 0x20000 && point <= 0x3fffd));
  }

  public static boolean isPrintable(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.PRIVATE_USE,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }

  private static void append(StringBuilder safe, int point) {
    if (isPrintable(point)) {
      safe.appendCodePoint(point);
      return;
    }
    switch (point) {
      case '\n' -> safe.append("\\n");
      case '\r' -> safe.append("\\r");
      case '\t' -> safe.append("\\t");
      default -> safe.append((point <= 0xff ? "\\x%02x" : "\\u%04x").formatted(point));
    }
  }
}
