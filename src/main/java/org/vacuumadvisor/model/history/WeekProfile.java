package org.vacuumadvisor.model.history;

import java.util.stream.IntStream;

/// How much happened in each hour of the week, from Monday 0 o'clock UTC on, and for how long each
/// was watched. What happened between two sights is spread evenly over the time between them.
public final class WeekProfile {
  public static final int HOURS = 168;

  public static final WeekProfile NONE = new WeekProfile(new float[HOURS], new float[HOURS], 0);

  private final float[] amounts;
  private final float[] seconds;
  private final long spells;

  WeekProfile(float[] amounts, float[] seconds, long spells) {
    this.amounts = amounts.clone();
    this.seconds = seconds.clone();
    this.spells = spells;
  }

  /// What happened in that hour, over all weeks.
  ///
  /// @param hour 0 to 167
  public double amount(int hour) {
    return amounts[hour];
  }

  /// For how long that hour was watched, over all weeks.
  ///
  /// @param hour 0 to 167
  public double seconds(int hour) {
    return seconds[hour];
  }

  /// How many times between two sights there were.
  public long spells() {
    return spells;
  }

  /// All that happened.
  public double amount() {
    return sum(amounts);
  }

  /// The time watched in all.
  public double seconds() {
    return sum(seconds);
  }

  private static double sum(float[] values) {
    return IntStream.range(0, values.length).mapToDouble(hour -> values[hour]).sum();
  }
}
