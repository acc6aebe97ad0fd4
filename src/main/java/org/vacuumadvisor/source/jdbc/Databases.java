package org.vacuumadvisor.source.jdbc;

/// Which databases of a server are read.
public enum Databases {
  /// The one we are connected to.
  CURRENT,
  /// Every one that allows connections.
  ALL
}
