package org.vacuumadvisor.diagnosis;

/// Figures alone, for a finding to take.
public final class Facts extends FactWriter<Facts> {
  /// For streams to write to.
  public void add(Fact fact) {
    fact(fact);
  }

  @Override
  Facts self() {
    return this;
  }
}
