package org.vacuumadvisor.cli.option;

import java.time.LocalDate;
import java.time.ZoneId;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.IgnoreRules;
import org.vacuumadvisor.cli.program.Program;

/// Applies what the configuration file says to ignore, as of today.
public final class Ignoring {
  private Ignoring() {}

  /// The assessment without the findings that the configuration file ignores, which it names.
  public static Assessment in(Assessment assessment, Program program) {
    var rules = program.configuration().ignored();
    return new IgnoreRules(rules, LocalDate.now(ZoneId.systemDefault())).appliedTo(assessment);
  }
}
