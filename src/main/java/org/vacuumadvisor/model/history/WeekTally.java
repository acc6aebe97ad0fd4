package org.vacuumadvisor.model.history;

import java.time.Instant;

/// Adds up a [WeekProfile].
public final class WeekTally {
  private static final long HOUR = 3_600_000;

  /// The first hour of 1970 was one of a Thursday.
  private static final long THURSDAY = 72;

  /// What was not seen for longer tells nothing of hours.
  private static final long LONGEST = 60 * 24 * HOUR;

  private final float[] amounts = new float[WeekProfile.HOURS];
  private final float[] seconds = new float[WeekProfile.HOURS];
  private long spells;

  /// Something that happened between two moments; nobody knows when. Times that run backwards, or
  /// are two months apart, are left out.
  public void add(Instant from, Instant to, double amount) {
    long begin = from.toEpochMilli();
    long end = to.toEpochMilli();
    if (end <= begin || end - begin > LONGEST || !(amount >= 0)) {
      return;
    }
    spells++;
    for (long at = begin; at < end; ) {
      long next = Math.min(end, (Math.floorDiv(at, HOUR) + 1) * HOUR);
      int hour = (int) Math.floorMod(Math.floorDiv(at, HOUR) + THURSDAY, (long) WeekProfile.HOURS);
      seconds[hour] += (float) (next - at) / 1000;
      amounts[hour] += (float) (amount * (double) (next - at) / (double) (end - begin));
      at = next;
    }
  }

  public WeekProfile profile() {
    return spells == 0 ? WeekProfile.NONE : new WeekProfile(amounts, seconds, spells);
  }
}
