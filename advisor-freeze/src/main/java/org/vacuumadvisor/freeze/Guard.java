package org.vacuumadvisor.freeze;

import java.time.Duration;
import java.time.Instant;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.XidAge;

/// The age from which on everything in a database has to be frozen in a window: the limit, less
/// what is given out until the next window and for a day more.
record Guard(IdRates rates, Wraparound ids, XidAge limit) {
  private static final Duration MARGIN = Duration.ofDays(1);

  /// The age for a window that starts at `start`; at least 1, which is the least that vacuumdb
  /// takes.
  long age(Instant start, Instant next) {
    return Math.max(1, roundedDown(limit.count() - reach(start, next)));
  }

  /// What is given out until the next window and for the margin.
  long reach(Instant start, Instant next) {
    return used(start, next.plus(MARGIN));
  }

  long used(Instant from, Instant to) {
    return rates.between(ids, from, to);
  }

  /// Three digits: a number that people can compare.
  private static long roundedDown(long number) {
    long unit = 1;
    while (number / unit >= 1000) {
      unit *= 10;
    }
    return number / unit * unit;
  }
}
