package org.vacuumadvisor.workload;

/// How sure a verdict is. Three words, because a percentage would claim more than we know.
public enum Confidence {
  /// The figures prove it.
  HIGH,
  /// The figures fit, and something that would settle it is missing.
  MEDIUM,
  /// The figures hint at it.
  LOW
}
