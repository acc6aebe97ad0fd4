package org.vacuumadvisor.unit;

import java.util.Locale;

/// A part of a whole: 0 is none of it, 1 all of it. It prints as percent. More than 1 is possible
/// where the whole is a limit that can be passed.
public record Share(double fraction) implements Comparable<Share> {
  public static final Share NONE = new Share(0);
  public static final Share ALL = new Share(1);

  /// @throws IllegalArgumentException if not a number, or infinite
  public Share {
    if (!Double.isFinite(fraction)) {
      throw new IllegalArgumentException("a share cannot be " + fraction);
    }
  }

  /// `part` of `whole`; none of an empty whole.
  public static Share of(double part, double whole) {
    return whole == 0 ? NONE : new Share(part / whole);
  }

  public static Share ofPercent(double percent) {
    return new Share(percent / 100);
  }

  /// `part` of `whole`; none of an empty whole.
  public static Share of(long part, long whole) {
    return of((double) part, (double) whole);
  }

  public double percent() {
    return fraction * 100;
  }

  public Share rest() {
    return new Share(1 - fraction);
  }

  public boolean exceeds(Share limit) {
    return fraction > limit.fraction;
  }

  @Override
  public int compareTo(Share other) {
    return Double.compare(fraction, other.fraction);
  }

  /// `87 %`, `4.2 %`, `0.03 %`: two digits that count. What is not all never reads `100 %`, what is
  /// not none never reads `0 %`.
  @Override
  public String toString() {
    double percent = percent();
    if (percent < 0) {
      return "-" + new Share(-fraction);
    }
    if (percent == 0) {
      return "0 %";
    }
    if (percent < 0.01) {
      return "< 0.01 %";
    }
    if (percent > 99.5 && percent < 100) {
      return percent > 99.99 ? "> 99.99 %" : digits(percent, 2) + " %";
    }
    return digits(percent, percent < 1 ? 2 : percent < 10 ? 1 : 0) + " %";
  }

  /// "at least 87 %", "more than 99.99 %".
  public String atLeast() {
    var text = toString();
    return text.startsWith(">") ? "more than" + text.substring(1) : "at least " + text;
  }

  private static String digits(double percent, int decimals) {
    if (decimals == 0) {
      return Quantities.count(Math.round(percent));
    }
    String text = String.format(Locale.ROOT, "%." + decimals + "f", percent);
    return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
  }
}
