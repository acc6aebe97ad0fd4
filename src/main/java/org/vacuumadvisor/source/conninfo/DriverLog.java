package org.vacuumadvisor.source.conninfo;

import java.util.logging.Level;
import java.util.logging.Logger;

/// What the driver writes to the console on its own, such as a certificate's mismatch. Its
/// exceptions tell the same, and we say it better.
final class DriverLog {
  /// A field, because a logger that nobody holds forgets its level.
  private static final Logger LOG = Logger.getLogger("org.postgresql");

  private DriverLog() {}

  /// Turns it off, unless somebody has set its level.
  static void silence() {
    if (LOG.getLevel() == null) {
      LOG.setLevel(Level.OFF);
    }
  }
}
