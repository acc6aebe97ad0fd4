package org.vacuumadvisor.diagnosis.rule;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Situation;

/// All rules, in the order in which findings of one severity are told: what keeps vacuum from
/// working at all comes before what makes it come late.
public final class RuleBook {
  private static final List<Rule> COMPLAINTS =
      List.of(
          new XminHeldByTransaction(),
          new XminHeldByPrepared(),
          new XminHeldBySlot(),
          new XminHeldByStandby(),
          new XminHeldByDeferCleanupAge(),
          new XminHeld(),
          new WraparoundNear(),
          new AutovacuumDisabled(),
          new StatsLost(),
          new ThresholdTooHigh(),
          new InsertThresholdTooHigh(),
          new AntiwraparoundNormal(),
          new NeedMoreData());

  public static final List<Rule> RULES =
      Stream.concat(COMPLAINTS.stream(), Stream.of(new Healthy(COMPLAINTS))).toList();

  private RuleBook() {}

  /// What the rules find, the leading finding first.
  public static List<Finding> examine(Situation situation) {
    return RULES.stream()
        .flatMap(rule -> rule.examine(situation))
        .sorted(Comparator.comparing(Finding::severity))
        .toList();
  }
}
