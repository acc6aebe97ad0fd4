package org.vacuumadvisor.cli;

import java.time.LocalDate;
import java.time.ZoneId;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.IgnoreRules;

/// Applies what the configuration file says to ignore, as of today.
final class Ignoring {
  private Ignoring() {}

  static Assessment in(Assessment assessment, VacuumAdvisor program) {
    var rules = program.configuration().ignored();
    return new IgnoreRules(rules, LocalDate.now(ZoneId.systemDefault())).appliedTo(assessment);
  }
}
