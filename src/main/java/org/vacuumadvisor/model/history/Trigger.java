package org.vacuumadvisor.model.history;

/// Who started a run.
public enum Trigger {
  MANUAL,
  AUTOVACUUM
}
