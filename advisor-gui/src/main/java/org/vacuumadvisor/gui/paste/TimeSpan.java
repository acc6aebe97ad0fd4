package org.vacuumadvisor.gui.paste;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.vacuumadvisor.unit.Quantities;

/// A stretch of time that a timeline shows, in milliseconds since 1970.
///
/// @param from included
/// @param to not included; later than `from`
record TimeSpan(long from, long to) {
  /// From so many runs on a log has a time of its own, in which most of them ended.
  private static final int MANY = 50;

  /// A run that began earlier is drawn from there on: one of six weeks would leave an hour's log a
  /// pixel.
  private static final long LEAD = 8;

  /// Nobody looks closer.
  private static final long LEAST = 1_000;

  /// The time that the runs of a log cover, of many the time in which they ended; a second of 1970
  /// where none has a time.
  static TimeSpan of(List<RunLine> runs) {
    var timed = runs.stream().filter(each -> each.isTimed).toList();
    if (timed.isEmpty()) {
      return new TimeSpan(0, LEAST);
    }
    var ends = timed.stream().mapToLong(each -> each.end).summaryStatistics();
    long from = timed.stream().mapToLong(each -> each.begin).min().orElseThrow();
    if (runs.size() >= MANY) {
      from = Math.max(from, ends.getMin() - (ends.getMax() - ends.getMin()) / LEAD);
    }
    return new TimeSpan(from, Math.max(ends.getMax() + 1, from + LEAST));
  }

  long length() {
    return to - from;
  }

  long at(double share) {
    return from + Math.round(share * (double) length());
  }

  /// What part of a time lies within, from 0 to 1; a moment lies within or not.
  double partOf(long begin, long end) {
    return end > begin
        ? (double) Math.max(0, Math.min(end, to) - Math.max(begin, from)) / (double) (end - begin)
        : overlaps(begin, end) ? 1 : 0;
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

  /// `2026-11-20 10:00:00 to 2026-11-21 10:00:00 UTC, 1 d`.
  String inWords() {
    return "%s to %s UTC, %s"
        .formatted(
            RunLine.time(Instant.ofEpochMilli(from)),
            RunLine.time(Instant.ofEpochMilli(to)),
            Quantities.duration(Duration.ofMillis(length())));
  }
}
