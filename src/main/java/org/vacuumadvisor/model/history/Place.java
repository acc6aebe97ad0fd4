package org.vacuumadvisor.model.history;

/// Where something was read, so that a finding can point at it.
///
/// @param line the physical line, counted from 1 after decompression
public record Place(Input input, long line) implements Comparable<Place> {
  /// The order of reading.
  @Override
  public int compareTo(Place other) {
    int inputs = Integer.compare(input.number(), other.input.number());
    return inputs == 0 ? Long.compare(line, other.line) : inputs;
  }

  @Override
  public String toString() {
    return input.name() + ":" + line;
  }
}
