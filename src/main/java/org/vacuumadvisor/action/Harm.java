package org.vacuumadvisor.action;

/// Whether it is proven that a holder of the horizon keeps dead rows, whatever the age of its
/// horizon.
public enum Harm {
  /// A vacuum kept dead rows that it would have removed without the holder, or multixacts that
  /// force one again and again.
  VACUUM_KEPT_ROWS,
  /// Nothing but, perhaps, its age speaks against it.
  NOT_PROVEN
}
