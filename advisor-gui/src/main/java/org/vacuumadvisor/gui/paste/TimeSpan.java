package org.vacuumadvisor.gui.paste;

/// A stretch of time that a timeline shows, in milliseconds since 1970.
///
/// @param from included
/// @param to not included; later than `from`
record TimeSpan(long from, long to) {
  /// Nobody looks closer.
  private static final long LEAST = 1_000;

  TimeSpan {
    if (to <= from) {
      throw new IllegalArgumentException("a time that ends before it begins");
    }
  }

  /// The time that the runs of a log cover; a second of 1970 where none has a time.
  static TimeSpan of(RunStore store) {
    long from = Long.MAX_VALUE;
    long to = Long.MIN_VALUE;
    for (int run = 0; run < store.size(); run++) {
      if (store.isTimed(run)) {
        from = Math.min(from, store.begin(run));
        to = Math.max(to, store.end(run));
      }
    }
    return from > to ? new TimeSpan(0, LEAST) : new TimeSpan(from, Math.max(to + 1, from + LEAST));
  }

  long length() {
    return to - from;
  }

  /// Where a time is: 0 at the begin, 1 at the end.
  double share(long time) {
    return (double) (time - from) / (double) length();
  }

  long at(double share) {
    return from + Math.round(share * (double) length());
  }

  boolean overlaps(long begin, long end) {
    return end >= from && begin < to;
  }

  /// Closer or wider about a place that stays where it is, within a whole.
  ///
  /// @param factor of the length: less than 1 is closer
  TimeSpan zoomed(double factor, double about, TimeSpan whole) {
    long wanted = Math.clamp(Math.round((double) length() * factor), LEAST, whole.length());
    long begin = at(about) - Math.round(about * (double) wanted);
    return new TimeSpan(begin, begin + wanted).within(whole);
  }

  /// Earlier or later by a share of its length, within a whole.
  TimeSpan moved(double share, TimeSpan whole) {
    long by = Math.round(share * (double) length());
    return new TimeSpan(from + by, to + by).within(whole);
  }

  private TimeSpan within(TimeSpan whole) {
    long length = Math.min(length(), whole.length());
    long begin = Math.clamp(from, whole.from, whole.to - length);
    return new TimeSpan(begin, begin + length);
  }
}
