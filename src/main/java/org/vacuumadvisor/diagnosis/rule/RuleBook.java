package org.vacuumadvisor.diagnosis.rule;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Situation;

/// All rules, in the order in which findings of one severity are told.
public final class RuleBook {
  public static final List<Rule> RULES = List.of();

  private RuleBook() {}

  /// What the rules find, the leading finding first.
  public static List<Finding> examine(Situation situation) {
    var findings =
        RULES.stream()
            .flatMap(rule -> rule.examine(situation))
            .sorted(Comparator.comparing(Finding::severity))
            .toList();
    return Stream.concat(findings.stream(), Stream.empty()).toList();
  }
}
