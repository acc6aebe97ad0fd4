package org.vacuumadvisor.source.paste.table;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads numbers as servers, clients and people write them: `1,234,567`, `1 234 567`, `1.234,5`,
/// `4.5M`, `12 million rows`. A number that may mean two things is none.
final class Numbers {
  private static final int LONGEST = 80;

  /// By the word after a number that counts something.
  private static final Map<String, Double> MAGNITUDES =
      Map.ofEntries(
          Map.entry("k", 1e3),
          Map.entry("thousand", 1e3),
          Map.entry("тыс", 1e3),
          Map.entry("тысяч", 1e3),
          Map.entry("tsd", 1e3),
          Map.entry("tausend", 1e3),
          Map.entry("mille", 1e3),
          Map.entry("mil", 1e3),
          Map.entry("mila", 1e3),
          Map.entry("m", 1e6),
          Map.entry("mm", 1e6),
          Map.entry("mn", 1e6),
          Map.entry("mio", 1e6),
          Map.entry("mill", 1e6),
          Map.entry("million", 1e6),
          Map.entry("millions", 1e6),
          Map.entry("millionen", 1e6),
          Map.entry("millones", 1e6),
          Map.entry("milhões", 1e6),
          Map.entry("milioni", 1e6),
          Map.entry("milhão", 1e6),
          Map.entry("млн", 1e6),
          Map.entry("миллиона", 1e6),
          Map.entry("миллионов", 1e6),
          Map.entry("万", 1e4),
          Map.entry("만", 1e4),
          Map.entry("億", 1e8),
          Map.entry("亿", 1e8),
          Map.entry("억", 1e8),
          Map.entry("百万", 1e6),
          Map.entry("백만", 1e6),
          Map.entry("b", 1e9),
          Map.entry("g", 1e9),
          Map.entry("bn", 1e9),
          Map.entry("billion", 1e9),
          Map.entry("billions", 1e9),
          Map.entry("mrd", 1e9),
          Map.entry("milliarden", 1e9),
          Map.entry("milliards", 1e9),
          Map.entry("млрд", 1e9));

  /// What is counted, after its number.
  private static final Set<String> THINGS =
      Set.of(
          "rows",
          "row",
          "tuples",
          "tuple",
          "pages",
          "page",
          "blocks",
          "xids",
          "transactions",
          "times",
          "dead",
          "live",
          "updates",
          "inserts",
          "deletes",
          "records",
          "filas",
          "lignes",
          "zeilen",
          "linhas",
          "righe",
          "строк",
          "行",
          "件",
          "条");

  private Numbers() {}

  /// A number with its decimal mark told by itself, by its column, or by PostgreSQL, which writes a
  /// point.
  static Optional<Double> number(String text, DecimalMark ofColumn) {
    var digits = plain(text);
    var own = DecimalMark.of(digits);
    var mark = own != DecimalMark.UNKNOWN ? own : ofColumn;
    if (mark == DecimalMark.UNKNOWN && digits.indexOf(',') >= 0) {
      return Optional.empty();
    }
    return parsed(digits, mark == DecimalMark.UNKNOWN ? DecimalMark.POINT : mark);
  }

  /// A number of things, which has no fraction: in `1,234` and `1.234` thousands are set off,
  /// unless the column shows otherwise.
  static Optional<Long> count(String text, DecimalMark ofColumn) {
    var body = text.length() > LONGEST ? text.substring(0, LONGEST) : text;
    int open = body.indexOf(" (");
    var words = (open > 0 ? body.substring(0, open) : body).strip();
    int end = words.length();
    while (end > 0 && !Character.isDigit(words.charAt(end - 1))) {
      end--;
    }
    double factor = 1;
    boolean isExact = true;
    for (var word : words.substring(end).strip().toLowerCase(Locale.ROOT).split("[ .]+", -1)) {
      Double magnitude = MAGNITUDES.get(word);
      if (magnitude != null && isExact) {
        factor = magnitude;
        isExact = false;
      } else if (!word.isEmpty() && !THINGS.contains(word)) {
        return Optional.empty();
      }
    }
    var number =
        isExact
            ? whole(plain(words.substring(0, end)), ofColumn)
            : number(words.substring(0, end), ofColumn);
    double times = factor;
    return number
        .map(each -> each * times)
        .filter(each -> !isExactFraction(each, times) && Math.abs(each) < 9.2e18)
        .map(Math::round);
  }

  private static boolean isExactFraction(double number, double factor) {
    return factor == 1 && number != Math.rint(number);
  }

  private static Optional<Double> whole(String digits, DecimalMark ofColumn) {
    var own = DecimalMark.of(digits);
    var mark = own != DecimalMark.UNKNOWN ? own : ofColumn;
    if (mark == DecimalMark.UNKNOWN) {
      mark = digits.indexOf('.') >= 0 ? DecimalMark.COMMA : DecimalMark.POINT;
    }
    return parsed(digits, mark);
  }

  /// Without signs of approximation, and without spaces, quotes and underscores between thousands.
  private static String plain(String text) {
    var digits = text.strip();
    int from = 0;
    while (from < digits.length() && "~≈".indexOf(digits.charAt(from)) >= 0) {
      from++;
    }
    digits = digits.substring(from).strip().replace("_", "").replace('\u202f', ' ');
    digits = digits.replace('\u2009', ' ').replace('\'', ' ').replace('’', ' ');
    return isGrouped(digits, ' ') ? digits.replace(" ", "") : digits;
  }

  private static Optional<Double> parsed(String digits, DecimalMark mark) {
    char grouping = mark == DecimalMark.COMMA ? '.' : ',';
    var text = digits;
    if (text.indexOf(grouping) >= 0) {
      if (!isGrouped(text, grouping)) {
        return Optional.empty();
      }
      text = text.replace(String.valueOf(grouping), "");
    }
    text = text.replace(mark.sign(), '.');
    boolean fits =
        !text.isEmpty()
            && text.length() <= 40
            && text.chars()
                .allMatch(each -> (each >= '0' && each <= '9') || "+-.eE".indexOf(each) >= 0);
    if (!fits) {
      return Optional.empty();
    }
    try {
      double number = Double.parseDouble(text);
      return Double.isFinite(number) ? Optional.of(number) : Optional.empty();
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  /// Whether a mark stands before each three digits of the whole part.
  private static boolean isGrouped(String digits, char mark) {
    int from = !digits.isEmpty() && "+-".indexOf(digits.charAt(0)) >= 0 ? 1 : 0;
    int at = digits.indexOf(mark);
    if (at - from < 1 || at - from > 3) {
      return false;
    }
    int end = digits.length();
    for (char decimal : new char[] {'.', ','}) {
      int fraction = decimal == mark ? -1 : digits.indexOf(decimal);
      end = fraction < 0 ? end : Math.min(end, fraction);
    }
    for (; at < end; at += 4) {
      boolean isGroup = at + 4 <= end && digits.charAt(at) == mark;
      if (!isGroup || !digits.substring(at + 1, at + 4).chars().allMatch(Character::isDigit)) {
        return false;
      }
    }
    return digits.indexOf(mark, end) < 0;
  }
}
