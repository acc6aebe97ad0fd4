package org.vacuumadvisor.advice;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.vacuumadvisor.advice.Ignored.Standing;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Judgement;
import org.vacuumadvisor.diagnosis.Severity;

/// What the owner of a server lives with. Critical findings stay whatever the rules say.
///
/// @param today the day it is: rules that ended before are not applied
public record IgnoreRules(List<IgnoreRule> rules, LocalDate today) {
  public IgnoreRules {
    rules = List.copyOf(rules);
  }

  /// The assessment without what is ignored; it still tells of it.
  public Assessment appliedTo(Assessment whole) {
    if (rules.isEmpty()) {
      return whole;
    }
    var told = new ArrayList<Ignored>();
    for (var finding : whole.findings()) {
      rules.stream()
          .filter(rule -> rule.matches(finding))
          .map(rule -> new Ignored(finding, rule, standing(finding, rule)))
          .min((one, other) -> one.standing().compareTo(other.standing()))
          .ifPresent(told::add);
    }
    var gone =
        told.stream()
            .filter(each -> each.standing() == Standing.IGNORED)
            .map(Ignored::finding)
            .collect(Collectors.toSet());
    return without(gone, whole, told);
  }

  private Standing standing(Finding finding, IgnoreRule rule) {
    return finding.severity() == Severity.CRITICAL
        ? Standing.TOO_SEVERE
        : rule.until().isBefore(today) ? Standing.ENDED : Standing.IGNORED;
  }

  private static Assessment without(Set<Finding> gone, Assessment whole, List<Ignored> told) {
    var findings = whole.findings().stream().filter(each -> !gone.contains(each)).toList();
    var left = new HashSet<>(findings);
    var recommended = new HashSet<>(whole.recommendations());
    var problems =
        whole.problems().stream().flatMap(each -> each.within(left, recommended).stream()).toList();
    var answered = new HashSet<Recommendation>();
    whole.problems().forEach(each -> answered.addAll(each.recommendations()));
    problems.forEach(each -> answered.removeAll(each.recommendations()));
    return new Assessment(
        whole.evidence(),
        new Judgement(condition(whole, findings), whole.judgement().questions()),
        problems,
        findings,
        whole.recommendations().stream().filter(each -> !answered.contains(each)).toList(),
        whole.notRecommended(),
        told);
  }

  /// What is left out does not make a server look better than it was seen.
  private static Condition condition(Assessment whole, List<Finding> left) {
    var before = whole.judgement().condition();
    boolean isBad =
        left.stream().anyMatch(each -> each.severity() != Severity.INFO && !each.isQuestion());
    if (before != Condition.NEEDS_ATTENTION || isBad) {
      return before;
    }
    return whole.evidence().isReadWhole() && left.stream().noneMatch(Finding::isQuestion)
        ? Condition.HEALTHY
        : Condition.NOTHING_WRONG_SHOWN;
  }
}
