package org.vacuumadvisor.diagnosis;

/// Where a threshold comes from.
public enum Provenance {
  /// PostgreSQL's own arithmetic.
  ENGINE,
  /// Measured in the lab; the ground says where.
  MEASURED,
  /// Common practice; the ground names who holds to it.
  CONVENTION,
  /// A limit of our own; the ground says what it follows from, if anything.
  CHOSEN
}
