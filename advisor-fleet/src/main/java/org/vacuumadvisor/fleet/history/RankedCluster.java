package org.vacuumadvisor.fleet.history;

import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalDouble;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.fleet.judged.ClusterVerdict;
import org.vacuumadvisor.fleet.judged.ToldProblem;

/// A cluster with what makes it urgent.
///
/// @param age how far it is from the stop of writes; empty where that is not known
/// @param deadRowHours how many dead rows were kept in the last day, and for how long: what ends
///   when nobody holds back the oldest xmin; empty where none is known to have been kept
public record RankedCluster(
    ClusterVerdict verdict, Optional<AgePast> age, OptionalDouble deadRowHours) {
  /// The most urgent first: verdict, emergencies, days until writes stop, critical problems, what
  /// mending saves, warnings, name.
  static final Comparator<RankedCluster> URGENCY =
      Comparator.comparingInt(RankedCluster::rank)
          .thenComparingInt(RankedCluster::emergency)
          .thenComparingDouble(each -> each.daysLeft().orElse(Double.MAX_VALUE))
          .thenComparing(
              Comparator.comparingLong(
                      (RankedCluster each) -> each.verdict.count(Severity.CRITICAL))
                  .reversed())
          .thenComparing(
              Comparator.comparingDouble((RankedCluster each) -> each.deadRowHours.orElse(0))
                  .reversed())
          .thenComparing(
              Comparator.comparingLong((RankedCluster each) -> each.verdict.count(Severity.WARNING))
                  .reversed())
          .thenComparing(each -> each.verdict().cluster());

  private int rank() {
    return switch (verdict.condition()) {
      case ACT_NOW -> 0;
      case NEEDS_ATTENTION -> 2;
      case NOTHING_TO_JUDGE -> verdict.isUnseen() ? 1 : 3;
      case NOTHING_WRONG_SHOWN -> 4;
      case HEALTHY -> 5;
    };
  }

  private int emergency() {
    return verdict.problems().stream()
        .filter(each -> each.severity() == Severity.CRITICAL)
        .mapToInt(each -> ToldProblem.urgency(each.rule()))
        .min()
        .orElse(Integer.MAX_VALUE);
  }

  /// What somebody has to know of it first; empty where it has no problem.
  Optional<ToldProblem> worst() {
    return verdict.problems().stream().findFirst();
  }

  /// Until writes stop, in words, where the worst problem ends in that.
  Optional<String> emergencyWords() {
    return worst().flatMap(this::emergencyWords);
  }

  /// Until writes stop, in words, where a problem ends in that.
  Optional<String> emergencyWords(ToldProblem problem) {
    return age.filter(_ -> problem.isApproaching())
        .flatMap(AgePast::untilWritesStop)
        .map("writes stop in "::concat);
  }

  /// Whether a problem is that somebody holds back the oldest xmin, or comes of it.
  static boolean isHeld(ToldProblem problem) {
    return problem.rule().startsWith("xmin-held") || problem.because().isPresent();
  }

  /// Days until writes stop, at the pace seen.
  public OptionalDouble daysLeft() {
    return age.map(AgePast::daysLeft).orElse(OptionalDouble.empty());
  }
}
