package org.vacuumadvisor.report;

import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.NamePattern;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationName;

/// Which part of an assessment someone wants to see. What is about the server or a database as a
/// whole concerns every table and always stays.
///
/// @param tables patterns of table names, `*` for any characters; a pattern with a dot is held
///   against schema and name. Empty for all
/// @param schemas patterns of schema names; empty for all
/// @param least the least severity of a finding
public record Selection(List<String> tables, List<String> schemas, Severity least) {
  public Selection {
    tables = List.copyOf(tables);
    schemas = List.copyOf(schemas);
  }

  public static Selection everything() {
    return new Selection(List.of(), List.of(), Severity.INFO);
  }

  /// The same tables with findings of every severity.
  public Selection ofAnySeverity() {
    return new Selection(tables, schemas, Severity.INFO);
  }

  /// The assessment without what is not selected. A recommendation stays if its subject does,
  /// however slight the finding it answers.
  public Assessment of(Assessment whole) {
    var findings =
        whole.findings().stream()
            .filter(each -> includes(each.subject()))
            .filter(each -> each.severity().compareTo(least) <= 0)
            .toList();
    var recommendations =
        whole.recommendations().stream().filter(each -> includes(each.appliesTo())).toList();
    var shown = new HashSet<>(findings);
    var recommended = new HashSet<>(recommendations);
    return new Assessment(
        whole.evidence(),
        whole.judgement(),
        whole.problems().stream()
            .flatMap(each -> each.within(shown, recommended).stream())
            .toList(),
        findings,
        recommendations,
        whole.notRecommended().stream().filter(each -> includes(each.subject())).toList(),
        whole.ignored().stream().filter(each -> includes(each.finding().subject())).toList());
  }

  /// Whether it names tables of which there is none, because of a misspelled pattern perhaps.
  public boolean matchesNothing(Evidence evidence) {
    return (!tables.isEmpty() || !schemas.isEmpty())
        && evidence.tables().map(Relation::name).noneMatch(this::includes);
  }

  /// The patterns as they were given.
  public String inWords() {
    return Stream.concat(tables.stream(), schemas.stream().map(each -> each + ".*"))
        .collect(Collectors.joining(", "));
  }

  /// Whether a table is selected by name.
  public boolean includes(RelationName name) {
    return (schemas.isEmpty()
            || schemas.stream().anyMatch(pattern -> NamePattern.matches(pattern, name.schema())))
        && (tables.isEmpty() || tables.stream().anyMatch(pattern -> isTable(pattern, name)));
  }

  private boolean includes(Subject subject) {
    return subject.onTable().map(each -> includes(each.name())).orElse(true);
  }

  private static boolean isTable(String pattern, RelationName name) {
    return NamePattern.matches(pattern, name.name())
        || NamePattern.matches(pattern, name.schema() + "." + name.name())
        || NamePattern.matches(pattern, name.sql());
  }
}
