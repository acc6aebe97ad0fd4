package org.vacuumadvisor.model.history;

/// How a figure was spread over many runs. All are 0 where there was none.
///
/// @param median within one percent where there were many values
/// @param high the 95th percentile, likewise
public record Spread(
    long count, double sum, double least, double median, double high, double most) {
  public static final Spread NONE = new Spread(0, 0, 0, 0, 0, 0);

  public boolean isEmpty() {
    return count == 0;
  }
}
