package org.vacuumadvisor.source.paste;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Reads numbers as servers, clients and people write them: `1,234,567`, `1 234 567`, `1.234,5`,
/// `4.5M`, `12 million rows`. A number that may mean two things is none.
final class Numbers {
  private static final int LONGEST = 80;
  private static final Pattern NUMBER = Forms.of("numbers-number");
  private static final Pattern GROUPED = Forms.of("numbers-grouped");

  /// A number and what stands behind it, but for a remark in parentheses.
  private static final Pattern COUNTED = Forms.of("numbers-counted");

  /// By the word after a number that counts something.
  private static final Map<String, Double> MAGNITUDES = byWord("cell-count");

  /// What is counted, after its number.
  private static final Set<String> THINGS = Forms.set("cell-thing");

  private Numbers() {}

  /// The number that each word stands for, as `units.txt` says.
  static Map<String, Double> byWord(String kind) {
    var numbers = new HashMap<String, Double>();
    for (var words : Forms.words(kind)) {
      for (var word : words.subList(1, words.size())) {
        numbers.put(word, Double.valueOf(words.getFirst()));
      }
    }
    return Map.copyOf(numbers);
  }

  /// A number with its decimal mark told by itself, by its column, or by PostgreSQL, which writes a
  /// point.
  static Optional<Double> number(String text, DecimalMark ofColumn) {
    var digits = plain(text);
    var mark = DecimalMark.of(digits).or(ofColumn);
    return mark == DecimalMark.UNKNOWN && digits.indexOf(',') >= 0
        ? Optional.empty()
        : parsed(digits, mark.or(DecimalMark.POINT));
  }

  /// A number of things, which has no fraction: in `1,234` and `1.234` thousands are set off,
  /// unless the column shows otherwise.
  static Optional<Long> count(String text, DecimalMark ofColumn) {
    var body = text.length() > LONGEST ? text.substring(0, LONGEST) : text;
    var counted = COUNTED.matcher(body);
    if (!counted.matches()) {
      return Optional.empty();
    }
    double factor = 1;
    for (var word : counted.group(2).strip().toLowerCase(Locale.ROOT).split("[ .]+", -1)) {
      Double magnitude = MAGNITUDES.get(word);
      if (magnitude != null && factor == 1) {
        factor = magnitude;
      } else if (!word.isEmpty() && !THINGS.contains(word)) {
        return Optional.empty();
      }
    }
    var digits = counted.group(1);
    double times = factor;
    return (times == 1 ? whole(plain(digits), ofColumn) : number(digits, ofColumn))
        .map(each -> each * times)
        .filter(each -> (times != 1 || each == Math.rint(each)) && Math.abs(each) < 9.2e18)
        .map(Math::round);
  }

  private static Optional<Double> whole(String digits, DecimalMark ofColumn) {
    var grouped = digits.indexOf('.') >= 0 ? DecimalMark.COMMA : DecimalMark.POINT;
    return parsed(digits, DecimalMark.of(digits).or(ofColumn).or(grouped));
  }

  /// Without signs of approximation, and without spaces, quotes and underscores between thousands.
  private static String plain(String text) {
    var digits = text.strip().replaceFirst("^[~≈]+\\s*", "").replaceAll("[\u202f\u2009'’]", " ");
    digits = digits.replace("_", "");
    return isGrouped(digits, " ") ? digits.replace(" ", "") : digits;
  }

  private static Optional<Double> parsed(String digits, DecimalMark mark) {
    var grouping = mark == DecimalMark.COMMA ? "." : ",";
    if (digits.contains(grouping) && !isGrouped(digits, grouping)) {
      return Optional.empty();
    }
    var text = digits.replace(grouping, "").replace(',', '.');
    return NUMBER.matcher(text).matches()
        ? Optional.of(Double.valueOf(text)).filter(Double::isFinite)
        : Optional.empty();
  }

  /// Whether a mark stands before each three digits of the whole part.
  private static boolean isGrouped(String digits, String mark) {
    return digits.contains(mark) && GROUPED.matcher(digits.replace(mark, "_")).matches();
  }
}
