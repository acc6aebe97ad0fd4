package org.vacuumadvisor.source.log.container;

import java.time.LocalDate;
import java.time.YearMonth;
import org.vacuumadvisor.source.log.Entry;

/// The time of a message as it is printed.
final class MessageTime {
  private MessageTime() {}

  /// A time as `2026-11-21 10:52:05.123`, with a mark before it if the year is assumed, or as
  /// seconds since 1970, in microseconds of the log's own clock; [HeldEntry#NO_TIME] if it is none.
  static long micros(byte[] in, int begin, int to) {
    int from = begin < to && in[begin] == Entry.ASSUMED.charAt(0) ? begin + 1 : begin;
    long seconds;
    int end;
    if (to - from >= 19 && in[from + 4] == '-') {
      long month = number(in, from + 5, from + 7);
      long year = number(in, from, from + 4);
      long day = number(in, from + 8, from + 10);
      if (month < 1 || month > 12 || year < 1 || day < 1 || day > days(year, month)) {
        return HeldEntry.NO_TIME;
      }
      seconds =
          LocalDate.of((int) year, (int) month, (int) day).toEpochDay() * 86_400
              + number(in, from + 11, from + 13) * 3600
              + number(in, from + 14, from + 16) * 60
              + number(in, from + 17, from + 19);
      end = from + 19;
    } else if (to - from >= 10) {
      seconds = number(in, from, from + 10);
      end = from + 10;
    } else {
      return HeldEntry.NO_TIME;
    }
    long micros = seconds * 1_000_000;
    long unit = 100_000;
    for (int at = end + 1; at < to && unit > 0; at++) {
      micros += unit * Character.digit(in[at], 10);
      unit /= 10;
    }
    return micros;
  }

  private static long days(long year, long month) {
    return YearMonth.of((int) year, (int) month).lengthOfMonth();
  }

  private static long number(byte[] in, int from, int to) {
    long number = 0;
    for (int at = from; at < to; at++) {
      number = number * 10 + Character.digit(in[at], 10);
    }
    return number;
  }
}
