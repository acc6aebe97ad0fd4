package org.vacuumadvisor.diagnosis.rule;

import java.util.List;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Asked;
import org.vacuumadvisor.evidence.Evidence;

/// What a rule says, taken apart.
public final class Verdicts {
  private Verdicts() {}

  public static List<Finding> findings(Rule rule, Given given) {
    return findings(rule, given.evidence());
  }

  public static List<Finding> findings(Rule rule, Evidence evidence) {
    return rule.examine(evidence)
        .filter(Finding.class::isInstance)
        .map(Finding.class::cast)
        .toList();
  }

  /// What it could not do without.
  public static List<String> lacks(Rule rule, Given given) {
    return lacks(rule, given.evidence());
  }

  public static List<String> lacks(Rule rule, Evidence evidence) {
    return rule.examine(evidence)
        .filter(Verdict.CannotTell.class::isInstance)
        .flatMap(each -> ((Verdict.CannotTell) each).lacks().stream())
        .map(Asked::label)
        .distinct()
        .toList();
  }

  /// What it asks for.
  public static List<String> asks(Rule rule, Given given) {
    return rule.examine(given.evidence())
        .filter(Verdict.CannotTell.class::isInstance)
        .flatMap(each -> ((Verdict.CannotTell) each).lacks().stream())
        .map(each -> each.settledBy().ask())
        .distinct()
        .toList();
  }

  /// Of how many subjects it said that it is not so.
  public static long cleared(Rule rule, Given given) {
    return rule.examine(given.evidence()).filter(Verdict.Clear.class::isInstance).count();
  }

  /// What proves it, each figure with its label: `dead rows: 1,200`.
  public static List<String> facts(Finding finding) {
    return finding.evidence().stream().map(each -> each.label() + ": " + each.value()).toList();
  }

  /// Where the figure with that label was read, or the ground of a limit.
  public static String source(Finding finding, String label) {
    return finding.evidence().stream()
        .filter(each -> each.label().equals(label))
        .findFirst()
        .orElseThrow(() -> new AssertionError(facts(finding).toString()))
        .source();
  }
}
