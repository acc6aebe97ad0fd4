package org.vacuumadvisor.source.paste.table;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A number as people write it in a sentence: `12 million`, `4.5M`, `1,234,567`, `7 %`, `zero`.
public final class Amount {
  /// A pattern for the text of one; it has no groups.
  public static final String TEXT =
      "(?:[0-9](?:[0-9.,_\u202f']|\\s(?=[0-9]{3}(?![0-9]))){0,30}(?<![.,'])"
          + "(?:\\s?(?:k|K|M|B|bn|Bn|mio|Mio|mln|thousand|million|millions|billion|billions"
          + "|Tsd|Tausend|Millionen|Mrd|Milliarden|mille|millones|mil|milhões|milhão|mila|milioni"
          + "|тыс|тысяч|млн|миллионов|миллиона|млрд)(?![\\p{L}\\p{N}_]))?|(?i:zero)\\b)";

  /// The same, with small numbers in words: they count things, and mean nothing behind a name.
  public static final String COUNTING =
      "(?:" + TEXT + "|(?i:one|two|three|four|five|six|seven|eight|nine|ten|a|an)\\b)";

  private static final Map<String, Double> WORDS =
      Map.ofEntries(
          Map.entry("zero", 0.0),
          Map.entry("a", 1.0),
          Map.entry("an", 1.0),
          Map.entry("one", 1.0),
          Map.entry("two", 2.0),
          Map.entry("three", 3.0),
          Map.entry("four", 4.0),
          Map.entry("five", 5.0),
          Map.entry("six", 6.0),
          Map.entry("seven", 7.0),
          Map.entry("eight", 8.0),
          Map.entry("nine", 9.0),
          Map.entry("ten", 10.0));

  private Amount() {}

  /// The number; empty where it is not certain.
  public static Optional<Double> of(String text) {
    var stripped = text.strip();
    var word = WORDS.get(stripped.toLowerCase(Locale.ROOT));
    if (word != null) {
      return Optional.of(word);
    }
    return Numbers.number(stripped, DecimalMark.POINT)
        .or(() -> Numbers.count(stripped, DecimalMark.POINT).map(Long::doubleValue));
  }

  /// A whole number of things: what stands in groups of three digits are thousands.
  public static Optional<Long> count(String text) {
    return Numbers.count(text.strip(), DecimalMark.UNKNOWN).or(() -> of(text).map(Math::round));
  }
}
