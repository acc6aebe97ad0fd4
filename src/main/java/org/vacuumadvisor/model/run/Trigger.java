package org.vacuumadvisor.model.run;

/// Who started a run.
public enum Trigger {
  MANUAL,
  AUTOVACUUM
}
