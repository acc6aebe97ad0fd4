package org.vacuumadvisor.gui.server;

import java.time.Duration;

/// Does something later, in the window's thread.
@FunctionalInterface
interface Alarm {
  /// Sets it.
  ///
  /// @return takes it back; it may have gone off already
  Runnable in(Duration time, Runnable action);
}
