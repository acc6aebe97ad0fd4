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
public record GivenAdvice(
    List<String> followed,
    List<String> needingRestart,
    List<String> notFollowed,
    List<String> refused,
    List<String> findings) {
  static final GivenAdvice NONE =
      new GivenAdvice(List.of(), List.of(), List.of(), List.of(), List.of());

  public GivenAdvice {
    followed = List.copyOf(followed);
    needingRestart = List.copyOf(needingRestart);
    notFollowed = List.copyOf(notFollowed);
    refused = List.copyOf(refused);
    findings = List.copyOf(findings);
  }

  /// @param restarts whether settings that need a restart are followed as well
  static GivenAdvice of(Assessment assessment, boolean restarts) {
    var followed = new ArrayList<String>();
    var needingRestart = new ArrayList<String>();
    var notFollowed = new ArrayList<String>();
    for (var each : assessment.recommendations()) {
      if (each.sql().isEmpty() || Change.of(each).isEmpty()) {
        notFollowed.add(each.title());
      } else if (!restarts && each.risk().takesEffect() == Risk.TakesEffect.AFTER_RESTART) {
        needingRestart.add(each.sql().get());
      } else {
        followed.add(each.sql().get());
      }
    }
    return new GivenAdvice(
        followed, needingRestart, notFollowed, refused(assessment), findings(assessment));
  }

  /// What the advisor withheld, and why.
  public static List<String> refused(Assessment assessment) {
    return assessment.notRecommended().stream()
        .map(each -> "%s: %s".formatted(each.what(), each.why()))
        .distinct()
        .toList();
  }

  /// The ids of its findings, the leading one first.
  public static List<String> findings(Assessment assessment) {
    return assessment.findings().stream().map(each -> each.id()).distinct().toList();
  }
}
