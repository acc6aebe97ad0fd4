package org.vacuumadvisor.model.history;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/// How IDs of one kind were given out, as the reports of vacuums let know.
///
/// @param source which figures of the reports
/// @param from the time of the first of them
/// @param first the ID it stands for, of 32 bits
/// @param last the one of the last
/// @param used how many were given out in between
/// @param hours when
public record IdTrail(
    Source source, Instant from, Instant to, long first, long last, long used, WeekProfile hours) {

  /// What a trail is made of.
  public enum Source {
    /// `removable cutoff: X, which was N XIDs old when operation ended`, from 15: X + N was the
    /// next ID at that time.
    REMOVABLE_CUTOFF,
    /// `oldest xmin: X`, 10 to 14: the next ID was X at least, and about X where nobody holds the
    /// horizon.
    OLDEST_XMIN,
    /// `new relminmxid: X`, from 15: likewise, for multixacts.
    NEW_RELMINMXID;

    /// What the reports call it, quoted.
    public String words() {
      return '"' + name().toLowerCase(Locale.ROOT).replace('_', ' ') + '"';
    }
  }

  public Duration over() {
    return Duration.between(from, to);
  }

  /// Whether a server whose next ID is `next` at that time may have written it: IDs only grow.
  ///
  /// @param next of any epoch
  public boolean mayBeOf(long next, Instant at) {
    boolean isAfterFirst = ahead(first, next) >= 0;
    boolean isAfterLast = ahead(last, next) >= 0;
    return at.isBefore(from)
        ? ahead(next, first) >= 0
        : at.isBefore(to) ? isAfterFirst : isAfterLast;
  }

  /// How far the second ID is ahead of the first, negative where it is behind, by the comparison of
  /// 32-bit numbers that PostgreSQL makes (`TransactionIdPrecedes()`).
  public static int ahead(long first, long second) {
    return (int) (second - first);
  }
}
