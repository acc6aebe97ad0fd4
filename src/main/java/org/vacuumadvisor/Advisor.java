package org.vacuumadvisor;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.advice.Advice;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.diagnosis.Cited;
import org.vacuumadvisor.diagnosis.rule.AnyRelease;
import org.vacuumadvisor.diagnosis.rule.RuleBook;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.paste.Documents;
import org.vacuumadvisor.source.paste.Paste;

/// The front door of the engine.
public final class Advisor {
  private Advisor() {}

  /// Judges one survey: figures are sums since the statistics were last reset.
  public static Assessment assess(Survey survey) {
    return survey
        .coverage()
        .excerpt()
        .map(excerpt -> assess(survey, excerpt, Optional.empty()))
        .orElseGet(() -> assess(Evidence.of(survey)));
  }

  /// Pasted figures may leave open which release they are of: what is said holds on all of them.
  private static Assessment assess(Survey survey, Excerpt excerpt, Optional<History> history) {
    var evidences =
        excerpt.releases().latestFirst().stream()
            .map(release -> Evidence.of(survey.as(release)))
            .map(evidence -> history.map(evidence::with).orElse(evidence))
            .toList();
    var said = AnyRelease.examine(excerpt.releases(), evidences);
    return Advice.on(evidences.getLast(), said.with(new Cited(excerpt).all(said.findings())));
  }

  /// Judges what happened between two surveys of one server.
  public static Assessment assess(Survey older, Survey newer) {
    return assess(Evidence.between(older, newer));
  }

  /// Judges texts that somebody pasted or opened as of one server, in one pass: what is a log, what
  /// are figures, and in which order they were true.
  ///
  /// @throws SourceException if one cannot be read
  public static Assessment assess(List<Paste.Text> texts) throws SourceException {
    return assess(Documents.read(texts));
  }

  /// Judges texts and logs that were read.
  public static Assessment assess(Documents read) {
    return read.survey()
        .map(survey -> assess(survey, read.history()))
        .orElseGet(() -> assessLogs(read.history()));
  }

  /// Judges what logs tell of a server that cannot be looked at.
  public static Assessment assessLogs(History history) {
    return assess(Evidence.of(history));
  }

  /// Judges a server anew with what its logs tell.
  public static Assessment reassess(Evidence surveyed, History history) {
    return assess(surveyed.with(history));
  }

  /// Judges one survey, and what logs tell of the same server.
  public static Assessment assess(Survey survey, History history) {
    var excerpt = survey.coverage().excerpt();
    if (excerpt.isPresent()) {
      return assess(survey, excerpt.get(), Optional.of(history).filter(History::tellsOfRuns));
    }
    return survey.coverage().pasted().isPresent()
        ? assess(Evidence.of(history, survey.coverage()))
        : reassess(Evidence.of(survey), history);
  }

  private static Assessment assess(Evidence evidence) {
    return Advice.on(evidence, RuleBook.examination(evidence));
  }
}
