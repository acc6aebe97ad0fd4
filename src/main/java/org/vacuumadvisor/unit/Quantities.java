package org.vacuumadvisor.unit;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/// How numbers and times are written for people, the same in every language setting: `1,234,567`,
/// `3 min 20 s`, `2.5 days`.
public final class Quantities {
  private static final double MILLIS = 1e3;
  private static final double MINUTE = 60;
  private static final double HOUR = 60 * MINUTE;
  private static final double DAY = 24 * HOUR;
  private static final double YEAR = 365.25 * DAY;

  private Quantities() {}

  /// `1,234,567`.
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /// `1,234,567` for a number of things that was computed: rounded to the nearest whole one.
  public static String count(double number) {
    return String.format(Locale.ROOT, "%,.0f", number);
  }

  /// `194 million`, `1.46 million`, `3.2 billion`: three digits that count; below a million all.
  public static String rounded(long number) {
    double size = Math.abs((double) number);
    return size < 999_500
        ? count(number)
        : size < 999_500_000
            ? threeDigits((double) number / 1e6) + " million"
            : threeDigits((double) number / 1e9) + " billion";
  }

  private static String threeDigits(double number) {
    double size = Math.abs(number);
    String text =
        String.format(Locale.ROOT, size < 9.995 ? "%.2f" : size < 99.95 ? "%.1f" : "%.0f", number);
    return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
  }

  /// `1 page`, `2 pages`. `singular` is a noun whose plural ends in s.
  public static String counted(long number, String singular) {
    var ending = Math.abs(number) == 1 ? "" : singular.endsWith("x") ? "es" : "s";
    return count(number) + " " + singular + ending;
  }

  /// A number that may have decimals: `0.2`, `2`, `0.035`; at most three digits after the point,
  /// none without meaning.
  public static String number(double number) {
    if (!Double.isFinite(number)) {
      return Double.isNaN(number) ? "unknown" : number > 0 ? "unlimited" : "-unlimited";
    }
    String text = String.format(Locale.ROOT, "%,.3f", number);
    return text.replaceAll("\\.?0+$", "");
  }

  /// A figure as people read it: a number as a [#count], a time as [#duration], anything else as it
  /// calls itself; one that is not there is no word.
  public static String inWords(Object figure) {
    return switch (figure) {
      case Long count -> count(count);
      case Integer count -> count((long) count);
      case Double number -> count(number);
      case Float number -> count((double) number);
      case Duration time -> duration(time);
      case Optional<?> some -> some.map(Quantities::inWords).orElse("");
      default -> figure.toString();
    };
  }

  /// See [#seconds].
  public static String duration(Duration duration) {
    return seconds((double) duration.toMillis() / MILLIS);
  }

  /// A time in the unit people would use: `0.4 ms`, `350 ms`, `12.3 s`, `3 min 20 s`, `5 h 12 min`,
  /// `2.5 days`, `3.1 years`.
  public static String seconds(double seconds) {
    if (!Double.isFinite(seconds)) {
      return "never";
    }
    if (seconds < 0) {
      return "-" + seconds(-seconds);
    }
    if (seconds < 0.9995) {
      return seconds == 0 ? "0 s" : decimal(seconds * MILLIS) + " ms";
    }
    if (seconds < 59.95) {
      return decimal(seconds) + " s";
    }
    if (seconds < HOUR - 0.5) {
      long whole = Math.round(seconds);
      return pair(whole / 60, "min", whole % 60, "s");
    }
    if (seconds < DAY - 30) {
      long minutes = Math.round(seconds / MINUTE);
      return pair(minutes / 60, "h", minutes % 60, "min");
    }
    return seconds < YEAR ? plural(seconds / DAY, "day") : plural(seconds / YEAR, "year");
  }

  private static String pair(long large, String largeUnit, long small, String smallUnit) {
    String text = large + " " + largeUnit;
    return small == 0 ? text : text + " " + small + " " + smallUnit;
  }

  private static String plural(double amount, String unit) {
    String text = decimal(amount);
    return text + " " + unit + (text.equals("1") ? "" : "s");
  }

  /// One decimal below 100, none above.
  private static String decimal(double amount) {
    if (amount >= 99.95) {
      return count(amount);
    }
    String text = String.format(Locale.ROOT, amount < 0.05 ? "%.3f" : "%.1f", amount);
    return text.replaceAll("\\.?0+$", "");
  }
}
