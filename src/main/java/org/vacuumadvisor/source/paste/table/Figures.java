package org.vacuumadvisor.source.paste.table;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads figures as PostgreSQL, its clients and people write them: `1,234`, `12 GB`, `2 days
/// 03:04:05`, `2026-11-21 12:00:00+01`. A figure that is not certain is none.
public final class Figures {
  private static final DateTimeFormatter MOMENT =
      new DateTimeFormatterBuilder()
          .parseCaseInsensitive()
          .appendPattern("uuuu-MM-dd[' ']['T']HH:mm[:ss]")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter(Locale.ROOT);

  private static final DateTimeFormatter CANONICAL =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS'+00'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /// By the unit in lower case: PostgreSQL's, single letters, French and Russian ones.
  private static final Map<String, Double> SIZES = sizes();

  private static final Map<String, Double> SECONDS =
      Map.ofEntries(
          Map.entry("year", 365.25 * 86_400),
          Map.entry("ms", 0.001),
          Map.entry("msec", 0.001),
          Map.entry("mon", 30.0 * 86_400),
          Map.entry("month", 30.0 * 86_400),
          Map.entry("week", 7.0 * 86_400),
          Map.entry("day", 86_400.0),
          Map.entry("d", 86_400.0),
          Map.entry("hour", 3_600.0),
          Map.entry("hr", 3_600.0),
          Map.entry("h", 3_600.0),
          Map.entry("minute", 60.0),
          Map.entry("min", 60.0),
          Map.entry("m", 60.0),
          Map.entry("second", 1.0),
          Map.entry("sec", 1.0),
          Map.entry("s", 1.0));

  private Figures() {}

  private static Map<String, Double> sizes() {
    var sizes = new HashMap<String, Double>();
    double bytes = 1;
    for (var names :
        new String[][] {
          {"bytes", "byte", "b", "octets", "o", "байт"},
          {"kb", "k", "ko", "кб"},
          {"mb", "m", "mo", "мб"},
          {"gb", "g", "go", "гб"},
          {"tb", "t", "to", "тб"},
          {"pb", "p", "po", "пб"}
        }) {
      for (var name : names) {
        sizes.put(name, bytes);
      }
      bytes *= 1024;
    }
    return Map.copyOf(sizes);
  }

  /// A whole number, with or without marks between thousands.
  public static Optional<Long> count(String text) {
    return Numbers.count(text, DecimalMark.UNKNOWN);
  }

  public static Optional<Double> number(String text) {
    return Numbers.number(text, DecimalMark.UNKNOWN);
  }

  /// Bytes with a unit as `pg_size_pretty()` prints it, or as people do.
  ///
  /// @param scale bytes of a number without a unit
  public static Optional<Long> bytes(String text, double scale, DecimalMark mark) {
    int open = text.indexOf(" (");
    var stripped = (open > 0 ? text.substring(0, open) : text).strip();
    int unit = stripped.length();
    while (unit > 0 && Character.isLetter(stripped.charAt(unit - 1))) {
      unit--;
    }
    var word = stripped.substring(unit).toLowerCase(Locale.ROOT);
    var digits = stripped.substring(0, unit);
    if (word.isEmpty() && scale == 1) {
      return Numbers.count(digits, mark);
    }
    Double factor = word.isEmpty() ? Double.valueOf(scale) : SIZES.get(word.replace("ib", "b"));
    return factor == null
        ? Optional.empty()
        : Numbers.number(digits, mark).map(each -> Math.round(each * factor));
  }

  /// Bytes where the words around the number tell no more of it.
  public static Optional<Long> bytes(String text) {
    return bytes(text, 1, DecimalMark.UNKNOWN);
  }

  /// A share in percent, with or without the sign.
  static Optional<Double> percent(String text, DecimalMark mark) {
    var stripped = text.strip();
    return Numbers.number(
        stripped.endsWith("%") ? stripped.substring(0, stripped.length() - 1) : stripped, mark);
  }

  static Optional<Boolean> flag(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "t", "true", "yes", "on", "1", "y", "✓", "[v]" -> Optional.of(true);
      case "f", "false", "no", "off", "0", "n", "[ ]" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  /// A moment, with a zone or without; without one it is taken for UTC. As text for the mapping.
  public static Optional<Instant> moment(String text) {
    var stripped = text.strip();
    int end = endOfLocalTime(stripped);
    if (end < 16) {
      return Optional.empty();
    }
    try {
      var local = LocalDateTime.parse(stripped.substring(0, end).replace('T', ' '), MOMENT);
      return Optional.of(local.toInstant(offset(stripped.substring(end).strip())));
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  public static String canonical(Instant moment) {
    return CANONICAL.format(moment);
  }

  private static int endOfLocalTime(String text) {
    int at = 0;
    while (at < text.length()
        && (Character.isDigit(text.charAt(at))
            || text.charAt(at) == ':'
            || text.charAt(at) == '.'
            || (text.charAt(at) == '-' && at < 10)
            || (at == 10 && (text.charAt(at) == ' ' || text.charAt(at) == 'T')))) {
      at++;
    }
    return at;
  }

  /// `+01`, `-03:30`, `Z`. A zone's name or abbreviation tells no offset for certain.
  private static ZoneOffset offset(String text) {
    boolean isOffset = !text.isEmpty() && (text.charAt(0) == '+' || text.charAt(0) == '-');
    try {
      return isOffset ? ZoneOffset.of(text.replace(" ", "")) : ZoneOffset.UTC;
    } catch (DateTimeException _) {
      return ZoneOffset.UTC;
    }
  }

  /// An interval in any of PostgreSQL's styles, `2 days 03:04:05.6`, `@ 2 days 3 hours`, or as
  /// people write it: `2d 4h`, `90s`, `5 min ago`.
  static Optional<Duration> interval(String text) {
    var plain = text.strip().replace("@", "").replace(",", " ").strip();
    var words = apart(plain.replaceFirst(" (?:ago|in transaction|waiting)$", ""));
    double seconds = 0;
    boolean any = false;
    for (int at = 0; at < words.length; at++) {
      var clock = clock(words[at]);
      if (clock.isPresent()) {
        seconds += clock.get();
      } else if (at + 1 < words.length && unit(words[at + 1]) != null) {
        var amount = number(words[at]);
        if (amount.isEmpty()) {
          return Optional.empty();
        }
        seconds += amount.get() * unitOrZero(words[at + 1]);
        at++;
      } else {
        return Optional.empty();
      }
      any = true;
    }
    return any && Math.abs(seconds) < 1e11
        ? Optional.of(Duration.ofMillis(Math.round(seconds * 1000)))
        : Optional.empty();
  }

  /// The words, with a number apart from its unit: `2d` becomes two.
  private static String[] apart(String text) {
    var apart = new StringBuilder();
    for (int at = 0; at < Math.min(text.length(), 200); at++) {
      char character = text.charAt(at);
      boolean isUnit =
          at > 0 && Character.isLetter(character) && Character.isDigit(text.charAt(at - 1));
      apart.append(isUnit ? " " : "").append(character);
    }
    return apart.toString().split(" +", -1);
  }

  private static double unitOrZero(String word) {
    Double seconds = unit(word);
    return seconds == null ? 0 : seconds;
  }

  private static @Nullable Double unit(String word) {
    var lower = word.toLowerCase(Locale.ROOT);
    Double exact = SECONDS.get(lower);
    return exact != null || !lower.endsWith("s")
        ? exact
        : SECONDS.get(lower.substring(0, lower.length() - 1));
  }

  /// `03:04:05.678`
  private static Optional<Double> clock(String word) {
    var parts = word.split(":", -1);
    if (parts.length < 2 || parts.length > 3) {
      return Optional.empty();
    }
    boolean isNegative = word.startsWith("-");
    double seconds = 0;
    double weight = 3600;
    for (var part : parts) {
      var number = number(part.startsWith("-") ? part.substring(1) : part);
      if (number.isEmpty()) {
        return Optional.empty();
      }
      seconds += number.get() * weight;
      weight /= 60;
    }
    return Optional.of(isNegative ? -seconds : seconds);
  }
}
