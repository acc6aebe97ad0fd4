package org.vacuumadvisor.unit;

import java.util.Locale;

/// An amount of memory, disk or traffic. It prints as people read it, in PostgreSQL's units: 1024
/// based, with the unit names of `pg_size_pretty` (`bytes`, `kB`, `MB`, …), three digits at most
/// below 1000.
public record Bytes(long count) implements Comparable<Bytes> {
  public static final Bytes NONE = new Bytes(0);
  private static final String[] UNITS = {"bytes", "kB", "MB", "GB", "TB", "PB", "EB"};
  private static final double STEP = 1024;

  public static Bytes ofKilobytes(long kilobytes) {
    return new Bytes(Math.multiplyExact(kilobytes, 1024L));
  }

  public static Bytes ofMegabytes(long megabytes) {
    return ofKilobytes(Math.multiplyExact(megabytes, 1024L));
  }

  public static Bytes ofGigabytes(long gigabytes) {
    return ofMegabytes(Math.multiplyExact(gigabytes, 1024L));
  }

  public Bytes plus(Bytes other) {
    return new Bytes(count + other.count);
  }

  public Bytes minus(Bytes other) {
    return new Bytes(count - other.count);
  }

  /// Which part of `total` they are; none of nothing.
  public Share of(Bytes total) {
    return Share.of(count, total.count);
  }

  public double megabytes() {
    return (double) count / (STEP * STEP);
  }

  @Override
  public int compareTo(Bytes other) {
    return Long.compare(count, other.count);
  }

  @Override
  public String toString() {
    if (count == 1) {
      return "1 byte";
    }
    double amount = Math.abs((double) count);
    int unit = 0;
    while (unit < UNITS.length - 1 && Math.round(amount) >= STEP) {
      amount /= STEP;
      unit++;
    }
    String digits = unit == 0 ? Long.toString(Math.abs(count)) : shortened(amount);
    return (count < 0 ? "-" : "") + digits + " " + UNITS[unit];
  }

  /// `1.2`, `64`, `118`: a decimal where it says something.
  private static String shortened(double amount) {
    if (amount >= 99.95) {
      return Quantities.count(Math.round(amount));
    }
    String text = String.format(Locale.ROOT, "%.1f", amount);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }
}
