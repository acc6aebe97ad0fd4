package org.vacuumadvisor.postgres;

/// What a vacuum does with a page, for which it is charged.
public enum PageWork {
  /// Found in shared buffers.
  HIT,
  /// Read from the operating system.
  MISS,
  /// Changed while it was clean.
  DIRTY,
  /// Read, and then changed.
  MISS_AND_DIRTY
}
