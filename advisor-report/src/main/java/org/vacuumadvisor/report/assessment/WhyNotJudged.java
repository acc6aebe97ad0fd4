package org.vacuumadvisor.report.assessment;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.model.Gap;

/// Why a server or its logs could not be judged, in a sentence for a line of its own.
public final class WhyNotJudged {
  private static final int GAPS = 2;

  private WhyNotJudged() {}

  /// What could not be seen and what would show it: `not seen: the tables of database shop
  /// (permission denied for view pg_stat_all_tables). To see it: …`.
  ///
  /// @return empty where a verdict was reached, or nothing tells what is missing
  public static Optional<String> of(Assessment whole) {
    var condition = whole.judgement().condition();
    if (condition != Condition.NOTHING_WRONG_SHOWN && condition != Condition.NOTHING_TO_JUDGE) {
      return Optional.empty();
    }
    var gaps =
        BlindSpotSection.gaps(whole.evidence().survey()).stream()
            .filter(WhyNotJudged::isInTheWay)
            .limit(GAPS)
            .toList();
    if (!gaps.isEmpty()) {
      var remedies =
          gaps.stream()
              .flatMap(each -> Stream.ofNullable(each.remedy()))
              .distinct()
              .collect(Collectors.joining("; "));
      return Optional.of(
          "not seen: "
              + gaps.stream().map(Gap::what).collect(Collectors.joining("; "))
              + (remedies.isEmpty() ? "" : ". To see it: " + remedies));
    }
    var missing =
        whole.judgement().questions().stream()
            .map(each -> "%s (%s)".formatted(each.what(), each.view()))
            .collect(Collectors.joining(", "));
    return Optional.of("not known: " + missing).filter(_ -> !missing.isEmpty());
  }

  /// Other databases, and what no server of the release has, is not what a verdict waits for.
  private static boolean isInTheWay(Gap gap) {
    return List.of(
            Gap.Kind.NO_PRIVILEGE, Gap.Kind.TIMED_OUT, Gap.Kind.FAILED, Gap.Kind.TRACKING_OFF)
        .contains(gap.kind());
  }
}
