package org.vacuumadvisor.source.paste.table;

import java.util.Collection;

/// Which mark stands between the whole part of a number and its fraction. One cell may leave it
/// open (`1,234`); the other cells of its column then tell.
public enum DecimalMark {
  POINT,
  COMMA,
  UNKNOWN;

  private static final int LONGEST = 40;

  /// The mark that the cells agree on; unknown where none tells, or where they disagree.
  public static DecimalMark of(Collection<String> cells) {
    var agreed = UNKNOWN;
    for (var cell : cells) {
      var mark = of(cell);
      if (mark != UNKNOWN && agreed != UNKNOWN && mark != agreed) {
        return UNKNOWN;
      }
      agreed = mark.or(agreed);
    }
    return agreed;
  }

  /// The mark that a number shows by itself: `1,5`, `1.234,5` and `1.234.567` leave no doubt.
  static DecimalMark of(String text) {
    var digits = leadingNumber(text);
    long points = digits.chars().filter(each -> each == '.').count();
    long commas = digits.chars().filter(each -> each == ',').count();
    if (points > 0 && commas > 0) {
      boolean isPointLast = digits.lastIndexOf('.') > digits.lastIndexOf(',');
      return isPointLast && points == 1 ? POINT : !isPointLast && commas == 1 ? COMMA : UNKNOWN;
    }
    if (points + commas > 1) {
      return points > 1 ? COMMA : POINT;
    }
    return points + commas == 0 || mayGroup(digits) ? UNKNOWN : points == 1 ? POINT : COMMA;
  }

  DecimalMark or(DecimalMark other) {
    return this == UNKNOWN ? other : this;
  }

  /// Whether the only mark may stand between thousands: one to three digits before, three after.
  private static boolean mayGroup(String digits) {
    int mark = Math.max(digits.indexOf('.'), digits.indexOf(','));
    return mark >= 1 && mark <= 3 && digits.length() - mark == 4 && digits.charAt(0) != '0';
  }

  /// The digits and marks at the beginning; empty for a time, an address, or a version.
  private static String leadingNumber(String text) {
    var stripped = text.strip();
    int from = 0;
    while (from < stripped.length() && "~≈+-".indexOf(stripped.charAt(from)) >= 0) {
      from++;
    }
    int end = from;
    while (end < stripped.length()
        && end - from < LONGEST
        && (Character.isDigit(stripped.charAt(end)) || ".,".indexOf(stripped.charAt(end)) >= 0)) {
      end++;
    }
    boolean isOther = end < stripped.length() && ":-/".indexOf(stripped.charAt(end)) >= 0;
    return isOther ? "" : stripped.substring(from, end);
  }
}
