package org.vacuumadvisor.diagnosis.logged;

import java.util.List;
import org.vacuumadvisor.diagnosis.Rule;

/// The rules that examine logs, in the order in which findings of one severity are told: what keeps
/// vacuum from working at all comes before what makes it come late.
public final class LogBook {
  public static final List<Rule> RULES = List.of(new XminHeld(), new ThresholdTooLow());

  private LogBook() {}
}
