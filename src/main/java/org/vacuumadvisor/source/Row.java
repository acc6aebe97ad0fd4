package org.vacuumadvisor.source;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.reading.Reading;
import org.vacuumadvisor.model.reading.Reading.Why;

/// One row by column name, as text. A cell that is absent, null or unreadable is a missing reading,
/// never zero.
public record Row(Columns columns, List<@Nullable String> cells) {
  public Reading<String> text(String column) {
    var at = columns.position(column);
    if (at.isEmpty()) {
      return Reading.missing(columns.absent());
    }
    String cell = at.getAsInt() < cells.size() ? cells.get(at.getAsInt()) : null;
    return cell == null ? Reading.missing(Why.NOT_APPLICABLE) : Reading.of(cell);
  }

  public Reading<Long> count(String column) {
    return read(column, Long::parseLong);
  }

  public Reading<Double> real(String column) {
    return read(column, Double::parseDouble);
  }

  /// A boolean as PostgreSQL prints it: `t` and `f`, or `true` and `false` after a cast to text.
  public Reading<Boolean> flag(String column) {
    return read(column, cell -> cell.startsWith("t"));
  }

  /// A `timestamp with time zone` in PostgreSQL's ISO style, `2026-11-21 12:00:00.123+05:30`.
  public Reading<Instant> instant(String column) {
    return read(column, Timestamps::parse);
  }

  /// A duration that the server counts in milliseconds.
  public Reading<Duration> millis(String column) {
    return real(column).map(millis -> Duration.ofNanos(Math.round(millis * 1_000_000)));
  }

  private <T> Reading<T> read(String column, Function<String, T> parse) {
    return switch (text(column)) {
      case Reading.Known<String>(String cell, _) -> parsed(cell, parse);
      case Reading.Missing<String>(Why why) -> Reading.missing(why);
    };
  }

  private static <T> Reading<T> parsed(String cell, Function<String, T> parse) {
    try {
      return Reading.of(parse.apply(cell));
    } catch (NumberFormatException | DateTimeException _) {
      return Reading.missing(Why.NOT_COLLECTED);
    }
  }
}
