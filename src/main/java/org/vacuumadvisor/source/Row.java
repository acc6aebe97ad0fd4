package org.vacuumadvisor.source;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.DateTimeDigits;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;

/// One row by column name, as text. A cell that is absent, null or unreadable is a missing reading,
/// never zero.
public record Row(Columns columns, List<@Nullable String> cells) {
  private static final DateTimeFormatter ANY =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .appendPattern("[ ]['T']")
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .appendOffset("+HH:mm:ss", "Z")
          .toFormatter(Locale.ROOT);

  private static final long LARGEST_EXACT_WHOLE = 1L << Double.PRECISION;

  private static final String USUAL = "0000-00-00 00:00:00.000000+00";

  public Reading<String> text(String column) {
    return read(column, cell -> cell);
  }

  /// A whole number; missing where the column's type, or any server, cannot hold it.
  public Reading<Long> count(String column) {
    var read = read(column, Long::valueOf);
    return read instanceof Reading.Known<Long>(Long value, _) && !isInRange(column, value)
        ? Reading.missing(Why.OUT_OF_RANGE)
        : read;
  }

  /// `relpages` and the block numbers of bufmgr are unsigned, but shown as `integer`; a slot's safe
  /// size of WAL is negative where some is lost. What has 64 bits is as large as sums are exact in.
  private static boolean isInRange(String column, long value) {
    if (value >= 0 && value <= Integer.MAX_VALUE) {
      return true;
    }
    if (column.equals("relpages") || column.equals("safe_wal_size")) {
      return value >= -LARGEST_EXACT_WHOLE && value <= LARGEST_EXACT_WHOLE;
    }
    boolean isInteger = column.endsWith("pid") || column.endsWith("_age") || column.equals("age");
    return value >= 0 && value <= (isInteger ? Integer.MAX_VALUE : LARGEST_EXACT_WHOLE);
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
    return read(column, Row::timestamp);
  }

  /// A duration that the server counts in milliseconds.
  public Reading<Duration> millis(String column) {
    return real(column).map(millis -> Duration.ofNanos(Math.round(millis * 1_000_000)));
  }

  /// A duration in seconds, as one that somebody pasted.
  public Reading<Duration> seconds(String column) {
    return real(column).map(seconds -> Duration.ofMillis(Math.round(seconds * 1_000)));
  }

  private <T> Reading<T> read(String column, Function<String, T> parse) {
    int at = columns.position(column);
    String cell = at >= 0 && at < cells.size() ? cells.get(at) : null;
    if (cell == null) {
      return Reading.missing(at < 0 ? columns.absent() : Why.NOT_APPLICABLE);
    }
    if (cell.indexOf('\0') >= 0) {
      return Reading.missing(Why.OUT_OF_RANGE);
    }
    try {
      return Reading.of(parse.apply(cell));
    } catch (NumberFormatException | DateTimeException _) {
      return Reading.missing(Why.NOT_COLLECTED);
    }
  }

  /// A `timestamp with time zone` in PostgreSQL's ISO style.
  ///
  /// @throws DateTimeException if it is none
  private static Instant timestamp(String text) {
    return text.length() == USUAL.length() && DateTimeDigits.fit(USUAL, text)
        ? usual(text)
        : OffsetDateTime.parse(text, ANY).toInstant();
  }

  private static Instant usual(String text) {
    return DateTimeDigits.read(text, DateTimeDigits.number(text, 20, 26) * 1000)
        .toInstant(ZoneOffset.ofHours(DateTimeDigits.number(text, 27, 29)));
  }
}
