package org.vacuumadvisor.fleet.metrics;

import org.vacuumadvisor.source.SourceException;

/// A way in which metrics leave this program.
interface Outlet extends AutoCloseable {
  /// Every server was looked at once, and no more will follow.
  ///
  /// @throws SourceException if the values could not be delivered
  void finish() throws SourceException;

  @Override
  void close();
}
