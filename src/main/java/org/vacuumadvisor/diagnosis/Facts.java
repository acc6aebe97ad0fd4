package org.vacuumadvisor.diagnosis;

/// Figures alone, for a finding to take.
public final class Facts extends FactWriter<Facts> {
  @Override
  Facts self() {
    return this;
  }
}
