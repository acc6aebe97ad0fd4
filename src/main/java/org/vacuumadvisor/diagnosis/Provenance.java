package org.vacuumadvisor.diagnosis;

/// Where a threshold comes from.
public enum Provenance {
  /// PostgreSQL's own arithmetic.
  ENGINE,
  /// Measured in the lab; the ground says where.
  MEASURED,
  /// A convention of the field; the ground names who holds it.
  CONVENTION
}
