package org.vacuumadvisor.model.history;

/// What is done to a table.
public enum Command {
  VACUUM,
  ANALYZE
}
