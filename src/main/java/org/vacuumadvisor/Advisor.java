package org.vacuumadvisor;

import org.vacuumadvisor.advice.Advice;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.diagnosis.Situation;
import org.vacuumadvisor.diagnosis.rule.RuleBook;
import org.vacuumadvisor.model.Survey;

/// The front door of the engine.
public final class Advisor {
  private Advisor() {}

  /// Judges one survey: figures are sums since the statistics were last reset.
  public static Assessment assess(Survey survey) {
    return assess(Situation.of(survey));
  }

  /// Judges what happened between two surveys of one server.
  public static Assessment assess(Survey older, Survey newer) {
    return assess(Situation.between(older, newer));
  }

  private static Assessment assess(Situation situation) {
    return Advice.on(situation, RuleBook.examine(situation));
  }
}
