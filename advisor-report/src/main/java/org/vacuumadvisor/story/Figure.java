package org.vacuumadvisor.story;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;

/// A number that a sentence rests on.
///
/// @param name where a run prints it, in the words of a document of runs (`tuples.removed`); of a
///   derived one the arithmetic over such names (`tuples.removed + tuples.remain`)
/// @param text as the sentence has it
public record Figure(String name, double value, String text) {
  private static final double PAGE_BYTES = 8192;
  static final double MEGABYTE = 1024.0 * 1024;

  static Figure count(String name, long value) {
    return new Figure(name, (double) value, Quantities.count(value));
  }

  /// The figure of what a run prints; null where it does not.
  static @Nullable Figure printed(String name, @Nullable Long value) {
    return value == null ? null : count(name, value);
  }

  /// A time that PostgreSQL prints in hundredths.
  static Figure seconds(String name, double value) {
    return new Figure(
        name, value, value == 0 ? "less than a hundredth of a second" : Quantities.seconds(value));
  }

  /// A part of a whole, as a sentence has it: `60 %`.
  static Figure share(String name, double fraction) {
    return new Figure(name, fraction, new Share(fraction).toString());
  }

  static Figure percent(String name, double value) {
    return new Figure(name, value, Share.ofPercent(value).toString());
  }

  static Figure size(Figure pages) {
    return megabytes(pages.name + " × 8 kB", pages.value * PAGE_BYTES);
  }

  /// Bytes, in the unit that PostgreSQL calls MB.
  static Figure megabytes(String name, double bytes) {
    double value = bytes / MEGABYTE;
    return new Figure(
        name,
        bytes,
        value < 0.95
            ? Quantities.count(Math.round(bytes / 1024)) + " kB"
            : value < 999.5
                ? String.format(Locale.ROOT, value < 9.95 ? "%.1f MB" : "%.0f MB", value)
                : String.format(Locale.ROOT, "%.1f GB", value / 1024));
  }

  Figure plus(@Nullable Figure other) {
    return other == null ? this : count(name + " + " + other.name, whole() + other.whole());
  }

  Figure minus(Figure other) {
    return count(name + " - " + other.name, whole() - other.whole());
  }

  Figure of(Figure all) {
    return share(name + " / (" + all.name + ")", all.value == 0 ? 0 : value / all.value);
  }

  long whole() {
    return (long) value;
  }

  boolean isSome() {
    return value > 0;
  }

  /// With its noun: `1 page`, `2 pages`.
  Figure of(String singular) {
    return new Figure(name, value, text + " " + singular + (value == 1 ? "" : "s"));
  }
}
