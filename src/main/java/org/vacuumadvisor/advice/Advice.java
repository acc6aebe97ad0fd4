package org.vacuumadvisor.advice;

import java.util.List;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Situation;

/// Turns findings into an assessment.
public final class Advice {
  private Advice() {}

  public static Assessment on(Situation situation, List<Finding> findings) {
    return new Assessment(situation, findings, List.of(), List.of());
  }
}
