package org.vacuumadvisor.source.log.line;

import org.vacuumadvisor.source.log.Column;
import org.vacuumadvisor.source.log.Entry;

/// The time of a message as it is printed, in microseconds of the log's own clock.
final class MessageTime {
  static final long NONE = Long.MIN_VALUE;

  private static final int DAYS_TO_1970 = 719_468;

  private MessageTime() {}

  /// A time as `2026-11-21 10:52:05.123`, with a mark before it if the year is assumed, or as
  /// seconds since 1970; [#NONE] if the message has none.
  static long of(Entry entry) {
    if (!entry.has(Column.TIMESTAMP)) {
      return NONE;
    }
    byte[] in = entry.bytes();
    int to = entry.to(Column.TIMESTAMP);
    int from = entry.from(Column.TIMESTAMP);
    from += from < to && in[from] == Entry.ASSUMED.charAt(0) ? 1 : 0;
    boolean isDate = to - from >= 19 && in[from + 4] == '-';
    int end = isDate ? from + 19 : from + 10;
    if (to < end) {
      return NONE;
    }
    long micros = 1_000_000 * (isDate ? seconds(in, from) : number(in, from, end));
    long unit = 100_000;
    for (int at = end + 1; at < to && unit > 0; at++) {
      micros += unit * (in[at] - '0');
      unit /= 10;
    }
    return micros;
  }

  /// Years are counted from March, so that the day that may be missing is their last.
  private static long seconds(byte[] in, int from) {
    long month = number(in, from + 5, from + 7);
    long year = number(in, from, from + 4) - (month <= 2 ? 1 : 0);
    long days =
        365 * year
            + year / 4
            - year / 100
            + year / 400
            + (153 * (month + (month <= 2 ? 9 : -3)) + 2) / 5
            + number(in, from + 8, from + 10)
            - 1
            - DAYS_TO_1970;
    return days * 86_400
        + number(in, from + 11, from + 13) * 3600
        + number(in, from + 14, from + 16) * 60
        + number(in, from + 17, from + 19);
  }

  private static long number(byte[] in, int from, int to) {
    long number = 0;
    for (int at = from; at < to; at++) {
      number = number * 10 + (in[at] - '0');
    }
    return number;
  }
}
