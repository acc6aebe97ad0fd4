package org.vacuumadvisor.postgres;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A number as settings and storage parameters hold it: plain (`0.2`, `1e3`, `0x10`), or with one
/// of PostgreSQL's units (`64MB`, `1min`) as `SHOW` prints it.
public final class ParsedNumber {
  private static final Map<String, Double> BYTES =
      Map.of(
          "B", 1.0,
          "kB", 1024.0,
          "MB", 1048576.0,
          "GB", 1073741824.0,
          "TB", 1099511627776.0);
  private static final Map<String, Double> MILLISECONDS =
      Map.of(
          "us", 1e-3,
          "ms", 1.0,
          "s", 1e3,
          "min", 60e3,
          "h", 3_600e3,
          "d", 86_400e3);

  private ParsedNumber() {}

  /// The number in `unit`; empty if `text` is no number, or has a unit that cannot be turned into
  /// `unit`.
  public static Optional<Double> in(@Nullable String unit, String text) {
    String trimmed = text.strip();
    int end = trimmed.length();
    while (end > 0 && Character.isLetter(trimmed.charAt(end - 1))) {
      end--;
    }
    if (trimmed.startsWith("0x") || trimmed.startsWith("0X")) {
      return plain(trimmed);
    }
    String own = trimmed.substring(end);
    if (own.isEmpty() || unit == null) {
      return own.isEmpty() ? plain(trimmed) : Optional.empty();
    }
    return plain(trimmed.substring(0, end).strip())
        .flatMap(amount -> ratio(own, unit).flatMap(ratio -> held(amount * ratio)));
  }

  /// Settings have 32 bits, and fractions are of small numbers: no server has a larger one.
  private static Optional<Double> held(double number) {
    return Optional.of(number).filter(each -> Math.abs(each) <= Integer.MAX_VALUE);
  }

  /// How many bytes one `unit` of memory has.
  static Optional<Double> bytesIn(String unit) {
    return size(unit, BYTES);
  }

  /// How many milliseconds one `unit` of time has.
  static Optional<Double> millisecondsIn(String unit) {
    return size(unit, MILLISECONDS);
  }

  private static Optional<Double> ratio(String from, String to) {
    return bytesIn(from)
        .flatMap(size -> bytesIn(to).map(one -> size / one))
        .or(() -> millisecondsIn(from).flatMap(time -> millisecondsIn(to).map(one -> time / one)));
  }

  /// The size of `16MB` is sixteen times that of `MB`.
  private static Optional<Double> size(String unit, Map<String, Double> sizes) {
    int digits = 0;
    while (digits < unit.length() && Character.isDigit(unit.charAt(digits))) {
      digits++;
    }
    Double size = sizes.get(unit.substring(digits));
    if (size == null || digits > 6) {
      return Optional.empty();
    }
    return Optional.of(digits == 0 ? size : size * Integer.parseInt(unit, 0, digits, 10));
  }

  private static Optional<Double> plain(String text) {
    try {
      if (text.startsWith("0x") || text.startsWith("0X")) {
        return held((double) Long.parseLong(text.substring(2), 16));
      }
      return held(Double.parseDouble(text));
    } catch (NumberFormatException noNumber) {
      return Optional.empty();
    }
  }
}
