package org.vacuumadvisor.comparison;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.RelationName;

/// What an earlier assessment said.
///
/// @param databases whose tables it was about
public record Earlier(
    Instant surveyedAt,
    Instant startedAt,
    String version,
    Set<String> databases,
    List<Claim> findings,
    List<Advised> recommendations,
    Figures figures) {
  public Earlier {
    databases = Set.copyOf(databases);
    findings = List.copyOf(findings);
    recommendations = List.copyOf(recommendations);
  }

  public static Earlier of(Assessment assessment) {
    var survey = assessment.evidence().survey();
    return new Earlier(
        survey.takenAt(),
        survey.server().startedAt().or(survey.takenAt()),
        survey.server().versionText().or(survey.server().release().major()),
        survey.databases().stream()
            .filter(Database::surveyed)
            .map(Database::name)
            .collect(Collectors.toSet()),
        assessment.findings().stream().map(Claim::of).toList(),
        assessment.recommendations().stream().map(Advised::of).toList(),
        Figures.of(assessment.evidence()));
  }

  /// What it said of these tables, and of the server and its databases as a whole.
  public Earlier only(Predicate<RelationName> tables) {
    return new Earlier(
        surveyedAt,
        startedAt,
        version,
        databases,
        findings.stream()
            .filter(each -> each.about().relation().filter(tables.negate()).isEmpty())
            .toList(),
        recommendations.stream()
            .filter(each -> each.about().relation().filter(tables.negate()).isEmpty())
            .toList(),
        figures);
  }
}
