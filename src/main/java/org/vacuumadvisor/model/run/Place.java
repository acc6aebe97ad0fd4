package org.vacuumadvisor.model.run;

import java.util.Comparator;

/// Where something was read, so that a finding can point at it.
///
/// @param line the physical line, counted from 1 after decompression
public record Place(Input input, long line) implements Comparable<Place> {
  private static final Comparator<Place> ORDER =
      Comparator.comparingInt((Place place) -> place.input.number()).thenComparingLong(Place::line);

  /// The order of reading.
  @Override
  public int compareTo(Place other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return input.name() + ":" + line;
  }
}
