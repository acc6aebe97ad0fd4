package org.vacuumadvisor.model.run;

/// What is done to a table.
public enum Command {
  VACUUM,
  ANALYZE
}
