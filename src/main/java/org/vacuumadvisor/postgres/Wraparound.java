package org.vacuumadvisor.postgres;

import java.util.Optional;
import org.vacuumadvisor.unit.XidAge;

/// The two kinds of ID that can run out, and the ages at which the server warns and stops, release
/// by release (`SetTransactionIdLimit()`, `SetMultiXactIdLimit()`).
public enum Wraparound {
  TRANSACTIONS,
  MULTIXACTS;

  /// The largest distance between two IDs.
  public static final XidAge WRAP = new XidAge(Integer.MAX_VALUE);

  private static final double SECONDS_A_DAY = 86_400;

  /// How many IDs before the wrap the server warns and stops.
  private record Margins(long warning, long stop) {}

  private static final ByRelease<Margins> OF_TRANSACTIONS =
      ByRelease.of(new Margins(11_000_000, 1_000_000))
          .from(Release.V14, new Margins(40_000_000, 3_000_000))
          .from(Release.V19, new Margins(100_000_000, 3_000_000));
  private static final ByRelease<Margins> OF_MULTIXACTS =
      ByRelease.of(new Margins(10_000_100, 100))
          .from(Release.V14, new Margins(40_000_000, 3_000_000))
          .from(Release.V19, new Margins(100_000_000, 3_000_000));

  /// Past this age of the oldest database every statement that assigns an ID warns.
  public XidAge warningAge(Release release) {
    return new XidAge(WRAP.count() - margins(release).warning);
  }

  /// Past this age no ID is assigned any more. Reads and VACUUM still work.
  public XidAge stopAge(Release release) {
    return new XidAge(WRAP.count() - margins(release).stop);
  }

  /// How many IDs are left before the wrap, as the server's messages count them.
  public static XidAge remaining(XidAge age) {
    return WRAP.minus(age);
  }

  /// Days until `age` reaches `limit` when `perSecond` IDs are assigned; 0 when it already has,
  /// empty when none are assigned.
  public static Optional<Double> daysTo(XidAge limit, XidAge age, double perSecond) {
    if (age.compareTo(limit) >= 0) {
      return Optional.of(0.0);
    }
    return perSecond > 0
        ? Optional.of((double) limit.minus(age).count() / (perSecond * SECONDS_A_DAY))
        : Optional.empty();
  }

  private Margins margins(Release release) {
    return switch (this) {
      case TRANSACTIONS -> OF_TRANSACTIONS.at(release);
      case MULTIXACTS -> OF_MULTIXACTS.at(release);
    };
  }
}
