package org.vacuumadvisor.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Risk;
import org.vacuumadvisor.report.Change;

/// What the advisor said after it had looked at the defaults at work, and what an experiment makes
/// of it: settings of tables and of the server are followed, everything else is listed.
///
/// @param followed the statements that the arm `advised` runs
/// @param needingRestart statements that only a restart makes work, and that were not asked for
/// @param notFollowed titles of what is no setting: work to be done once, decisions, questions
/// @param refused what the advisor withheld, and why
/// @param findings ids, the leading one first
/// @param expectations what was said of those followed that the simulator gave figures for
public record GivenAdvice(
    List<String> followed,
    List<String> needingRestart,
    List<String> notFollowed,
    List<String> refused,
    List<String> findings,
    List<Expectation> expectations) {
  static final GivenAdvice NONE =
      new GivenAdvice(List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

  public GivenAdvice {
    followed = List.copyOf(followed);
    needingRestart = List.copyOf(needingRestart);
    notFollowed = List.copyOf(notFollowed);
    refused = List.copyOf(refused);
    findings = List.copyOf(findings);
    expectations = List.copyOf(expectations);
  }

  /// Whether settings that need a restart are followed as well.
  public enum Restarts {
    ALLOWED,
    AVOIDED
  }

  static GivenAdvice of(Assessment assessment, Restarts restarts) {
    var followed = new ArrayList<String>();
    var needingRestart = new ArrayList<String>();
    var notFollowed = new ArrayList<String>();
    for (var each : assessment.recommendations()) {
      if (each.sql().isEmpty() || Change.of(each).isEmpty()) {
        notFollowed.add(each.title());
      } else if (restarts == Restarts.AVOIDED
          && each.risk().takesEffect() == Risk.TakesEffect.AFTER_RESTART) {
        needingRestart.add(each.sql().get());
      } else {
        followed.add(each.sql().get());
      }
    }
    return new GivenAdvice(
        followed,
        needingRestart,
        notFollowed,
        assessment.notRecommended().stream()
            .map(each -> "%s: %s".formatted(each.what(), each.why()))
            .distinct()
            .toList(),
        assessment.findings().stream().map(each -> each.id()).distinct().toList(),
        assessment.recommendations().stream()
            .flatMap(each -> Expectation.of(each).stream())
            .filter(each -> followed.contains(each.statement()))
            .toList());
  }
}
