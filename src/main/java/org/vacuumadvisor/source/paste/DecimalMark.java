package org.vacuumadvisor.source.paste;

import java.util.Collection;
import java.util.regex.Pattern;

/// Which mark stands between the whole part of a number and its fraction. One cell may leave it
/// open (`1,234`); the other cells of its column then tell.
enum DecimalMark {
  POINT,
  COMMA,
  UNKNOWN;

  /// The digits and marks at the beginning; none of a time, an address, or a version.
  private static final Pattern LEADING = Pattern.compile("[~≈+-]*([0-9.,]{1,40}+)(?![:/-])");

  /// Whether the only mark may stand between thousands.
  private static final Pattern MAY_GROUP = Pattern.compile("[1-9][0-9]{0,2}[.,][0-9]{3}");

  /// The mark that the cells agree on; unknown where none tells, or where they disagree.
  static DecimalMark of(Collection<String> cells) {
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
    var leading = LEADING.matcher(text.strip());
    var digits = leading.lookingAt() ? leading.group(1) : "";
    var marks = digits.replaceAll("[0-9]", "");
    if (marks.isEmpty() || MAY_GROUP.matcher(digits).matches()) {
      return UNKNOWN;
    }
    boolean isPoint = marks.endsWith(".");
    boolean isOnce = marks.indexOf(isPoint ? '.' : ',') == marks.length() - 1;
    boolean areSame = marks.indexOf(isPoint ? ',' : '.') < 0;
    return !isOnce && !areSame ? UNKNOWN : isPoint == isOnce ? POINT : COMMA;
  }

  DecimalMark or(DecimalMark other) {
    return this == UNKNOWN ? other : this;
  }
}
