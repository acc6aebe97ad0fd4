package org.vacuumadvisor;

import org.vacuumadvisor.advice.Advice;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.diagnosis.Cited;
import org.vacuumadvisor.diagnosis.Situation;
import org.vacuumadvisor.diagnosis.rule.AnyRelease;
import org.vacuumadvisor.diagnosis.rule.RuleBook;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.history.History;

/// The front door of the engine.
public final class Advisor {
  private Advisor() {}

  /// Judges one survey: figures are sums since the statistics were last reset.
  public static Assessment assess(Survey survey) {
    return survey
        .coverage()
        .excerpt()
        .map(excerpt -> assess(survey, excerpt))
        .orElseGet(() -> assess(Situation.of(survey)));
  }

  /// Pasted figures may leave open which release they are of: what is said holds on all of them.
  private static Assessment assess(Survey survey, Excerpt excerpt) {
    var situations =
        excerpt.releases().latestFirst().stream()
            .map(release -> Situation.of(survey.as(release)))
            .toList();
    var findings = AnyRelease.examine(excerpt.releases(), situations);
    return Advice.on(situations.getLast(), new Cited(excerpt).all(findings));
  }

  /// Judges what happened between two surveys of one server.
  public static Assessment assess(Survey older, Survey newer) {
    return assess(Situation.between(older, newer));
  }

  /// Judges what logs tell of a server that cannot be looked at.
  public static Assessment assessLogs(History history) {
    return assess(Situation.of(history));
  }

  /// Judges a server anew with what its logs tell.
  public static Assessment reassess(Situation surveyed, History history) {
    return assess(surveyed.with(history));
  }

  private static Assessment assess(Situation situation) {
    return Advice.on(situation, RuleBook.examine(situation));
  }
}
