package org.vacuumadvisor.workload;

import java.util.Locale;

/// How the figures behind a verdict are worded.
final class Phrases {
  private static final long THOUSAND = 1_000;
  private static final long MILLION = 1_000_000;
  private static final long BILLION = 1_000_000_000;

  private Phrases() {}

  /// `812`, `12 k`, `1.2 M`, `3.4 G`: two digits that count, from a thousand on.
  static String about(long count) {
    if (count < THOUSAND) {
      return Long.toString(count);
    }
    return count < 999_500
        ? digits(count, THOUSAND) + " k"
        : count < 999_500_000 ? digits(count, MILLION) + " M" : digits(count, BILLION) + " G";
  }

  /// `1 row`, `12 k rows`.
  static String rows(long count) {
    return about(count) + (count == 1 ? " row" : " rows");
  }

  private static String digits(long count, long unit) {
    double amount = (double) count / unit;
    return String.format(Locale.ROOT, amount < 9.95 ? "%.1f" : "%.0f", amount);
  }
}
