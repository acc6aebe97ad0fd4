package org.vacuumadvisor.report;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/// Text made fit for a terminal, and the room it takes there. Names come from the server and may
/// hold anything: control characters would command the terminal, direction marks would reorder what
/// is read.
public final class TerminalText {
  /// The first and the last of each block of wide characters, in order.
  private static final int[] WIDE = {
    0x1100, 0x115f, 0x2e80, 0x303e, 0x3041, 0x33ff, 0x3400, 0x4dbf, 0x4e00, 0x9fff, 0xa000, 0xa4cf,
    0xa960, 0xa97f, 0xac00, 0xd7a3, 0xf900, 0xfaff, 0xfe30, 0xfe6f, 0xff00, 0xff60, 0xffe0, 0xffe6,
    0x1f300, 0x1f64f, 0x1f680, 0x1f6ff, 0x1f900, 0x1f9ff, 0x20000, 0x3fffd
  };

  private TerminalText() {}

  /// Whether the text can be shown as it is.
  public static boolean isPrintable(String text) {
    return text.codePoints().allMatch(TerminalText::isPrintable);
  }

  /// The text with what a terminal must not see written as `\n`, `\x1b`, `\u202e`. Doing it twice
  /// does nothing more.
  public static String escaped(String text) {
    return isPrintable(text)
        ? text
        : formed(
            text,
            point ->
                switch (point) {
                  case '\\' -> "\\";
                  case '\n' -> "\\n";
                  case '\r' -> "\\r";
                  case '\t' -> "\\t";
                  default -> (point <= 0xff ? "\\x%02x" : "\\u%04x").formatted(point);
                });
  }

  /// The text with another form of each backslash, and of each character that cannot be shown.
  public static String formed(String text, IntFunction<String> form) {
    return text.codePoints()
        .mapToObj(point ->
            point != '\\' && isPrintable(point) ? Character.toString(point) : form.apply(point))
        .collect(Collectors.joining());
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
    int at = Arrays.binarySearch(WIDE, point);
    return at >= 0 || at % 2 == 0; // an even number of borders is before what is between two blocks
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
}
