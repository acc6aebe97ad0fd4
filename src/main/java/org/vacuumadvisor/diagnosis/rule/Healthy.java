package org.vacuumadvisor.diagnosis.rule;

import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Situation;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// Nothing needs doing: the word that stands when no other rule asks for anything.
///
/// @param others the rules that have to be silent, or to have no more than information
record Healthy(List<Rule> others) implements Rule {
  @Override
  public String id() {
    return "healthy";
  }

  @Override
  public Stream<Finding> examine(Situation situation) {
    boolean anythingToDo =
        others.stream()
            .flatMap(rule -> rule.examine(situation))
            .anyMatch(finding -> finding.severity() != Severity.INFO);
    return anythingToDo ? Stream.empty() : Stream.of(finding(situation));
  }

  private Finding finding(Situation situation) {
    var survey = situation.survey();
    long past = survey.relations().stream().filter(situation::isPastVacuumThreshold).count();
    return new Finding(
        id(),
        Severity.INFO,
        new Subject.Cluster(),
        "Nothing needs changing",
        List.of(
            Fact.observed(
                "tables examined",
                Quantities.count(survey.userRelations().count()),
                "pg_class, pg_stat_all_tables"),
            Fact.observed(
                "past their vacuum threshold at this moment",
                Quantities.count(past),
                "n_dead_tup against relation_needs_vacanalyze()"),
            Fact.observed("rules that were asked", Quantities.count(others.size()), "docs/rules")),
        "Autovacuum is on, nobody holds back the removal of dead rows, and no age is near a limit."
            + " A table past its threshold for a moment is normal: autovacuum comes within about "
            + "autovacuum_naptime.",
        survey.coverage().gaps().isEmpty() ? Confidence.HIGH : Confidence.MEDIUM,
        survey.coverage().gaps().isEmpty() ? null : "Closing the blind spots listed below.",
        List.of());
  }
}
