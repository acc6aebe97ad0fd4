package org.vacuumadvisor.advice;

import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;

/// What a finding asks for, and nothing speaks against.
record Asked(Finding finding, Remedy remedy) {

  Asked with(Remedy other) {
    return new Asked(finding, other);
  }
}
