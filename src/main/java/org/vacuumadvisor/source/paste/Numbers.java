package org.vacuumadvisor.source.paste;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads numbers as servers, clients and people write them: `1,234,567`, `1 234 567`, `1.234,5`,
/// `4.5M`, `12 million rows`. A number that may mean two things is none, and `+1,032` is a change.
final class Numbers {
  private static final int LONGEST = 80;
  private static final Pattern NUMBER = Forms.of("numbers-number");
  private static final Pattern GROUPED = Forms.of("numbers-grouped");

  /// A number and what stands behind it, but for a remark in parentheses.
  private static final Pattern COUNTED = Forms.of("numbers-counted");

  private static final Pattern MAY_GROUP = Pattern.compile("[~≈-]*[1-9][0-9]{0,2}[.,][0-9]{3}");

  /// What a number is multiplied with by the word after it; what is counted does not matter.
  private static final Map<String, Double> MAGNITUDES = byWord("cell-count");

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

  /// A number that may have a fraction; in `1,234` nobody knows where it begins.
  static Optional<Double> number(String text) {
    var digits = plain(text);
    return mayGroup(digits) && digits.indexOf(',') > 0 ? Optional.empty() : parsed(digits);
  }

  /// A number of things, which has no fraction: in `1,234` and `1.234` thousands are set off.
  static Optional<Long> count(String text) {
    var counted = COUNTED.matcher(text.length() > LONGEST ? text.substring(0, LONGEST) : text);
    if (!counted.matches()) {
      return Optional.empty();
    }
    double factor = 1;
    for (var word : counted.group(2).strip().toLowerCase(Locale.ROOT).split("[ .]+", -1)) {
      factor *= word.isEmpty() ? 1 : MAGNITUDES.getOrDefault(word, Double.NaN);
    }
    double times = factor;
    var digits = plain(counted.group(1));
    var whole = mayGroup(digits) ? digits.replaceFirst("[.,]", "") : digits;
    return (times == 1 ? parsed(whole) : number(digits))
        .map(each -> each * times)
        .filter(each -> (times != 1 || each == Math.rint(each)) && Math.abs(each) < 9.2e18)
        .map(Math::round);
  }

  /// Whether the only mark may stand between thousands, or before a fraction.
  private static boolean mayGroup(String digits) {
    return MAY_GROUP.matcher(digits.strip()).matches();
  }

  /// Without signs of approximation, and without spaces, quotes and underscores between thousands.
  private static String plain(String text) {
    var digits = text.strip().replaceFirst("^[~≈]+\\s*", "").replaceAll("[\u202f\u2009'’]", " ");
    digits = digits.replace("_", "");
    return isGrouped(digits, " ") ? digits.replace(" ", "") : digits;
  }

  /// The last mark stands before the fraction, unless it comes twice.
  private static Optional<Double> parsed(String digits) {
    int comma = digits.lastIndexOf(',');
    int point = digits.lastIndexOf('.');
    int last = Math.max(comma, point);
    boolean isOnce = last < 0 || digits.indexOf(digits.charAt(last)) == last;
    boolean isComma = comma > point == isOnce;
    var grouping = isComma ? "." : ",";
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
