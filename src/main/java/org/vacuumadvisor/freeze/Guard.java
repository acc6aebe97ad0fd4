package org.vacuumadvisor.freeze;

import java.time.Duration;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.XidAge;

/// The age from which on everything in a database has to be frozen in a window: the limit, less
/// what is given out until the next window and for a day more.
record Guard(Burn burn, Wraparound ids, XidAge limit) {
  private static final Duration MARGIN = Duration.ofDays(1);

  /// What the next window must come before.
  static Duration reach(Duration toNextWindow) {
    return toNextWindow.plus(MARGIN);
  }

  /// At least 1, which is the least that vacuumdb takes.
  long age(Duration toNextWindow) {
    return Math.max(1, roundedDown(limit.count() - burnt(reach(toNextWindow))));
  }

  long burnt(Duration time) {
    return burn.of(ids).map(each -> each.within(time)).orElse(XidAge.NONE).count();
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
