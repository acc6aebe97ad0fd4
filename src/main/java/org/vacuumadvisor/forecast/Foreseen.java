package org.vacuumadvisor.forecast;

/// A figure that was foreseen, and what it turned out to be.
public record Foreseen(double seen, double foreseen) {
  /// By how much it was off, as a part of what was seen; of less than one, in absolute terms.
  public double error() {
    return Math.abs(foreseen - seen) / Math.max(1, seen);
  }
}
