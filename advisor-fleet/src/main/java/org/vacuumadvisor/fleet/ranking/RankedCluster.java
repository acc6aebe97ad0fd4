package org.vacuumadvisor.fleet.ranking;

import java.util.Comparator;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.fleet.judged.ClusterVerdict;

/// A cluster with what makes it urgent.
///
/// @param idsLeft transaction IDs until writes stop, by the last look
/// @param idsPerDay how many of them are used a day; empty where looks are less than ten minutes
///   apart
public record RankedCluster(
    ClusterVerdict verdict, OptionalLong idsLeft, OptionalDouble idsPerDay) {
  /// The most urgent first: verdict, critical problems, days until writes stop, warnings, name.
  static final Comparator<RankedCluster> URGENCY =
      Comparator.comparingInt(RankedCluster::rank)
          .thenComparing(Comparator.comparingLong(RankedCluster::critical).reversed())
          .thenComparingDouble(each -> each.daysLeft().orElse(Double.MAX_VALUE))
          .thenComparing(Comparator.comparingLong(RankedCluster::warnings).reversed())
          .thenComparing(each -> each.verdict().cluster());

  private int rank() {
    if (verdict.failure().isPresent()) {
      return 1;
    }
    return switch (verdict.condition()) {
      case ACT_NOW -> 0;
      case NEEDS_ATTENTION -> 2;
      case CANNOT_JUDGE -> 3;
      case HEALTHY -> 4;
    };
  }

  long critical() {
    return verdict.count(Severity.CRITICAL);
  }

  long warnings() {
    return verdict.count(Severity.WARNING);
  }

  /// Whether its problems are known.
  boolean isJudged() {
    return verdict.condition() != Condition.CANNOT_JUDGE || !verdict.problems().isEmpty();
  }

  /// Days until writes stop, at the pace seen.
  public OptionalDouble daysLeft() {
    return idsLeft.isPresent() && idsPerDay.isPresent() && idsPerDay.getAsDouble() > 0
        ? OptionalDouble.of(idsLeft.getAsLong() / idsPerDay.getAsDouble())
        : OptionalDouble.empty();
  }
}
