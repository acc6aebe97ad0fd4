package org.vacuumadvisor.advice;

import java.time.LocalDate;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.NamePattern;
import org.vacuumadvisor.model.RelationName;

/// That the owner of a server lives with a finding until a day.
///
/// @param finding its id: `autovacuum-disabled`
/// @param table a [NamePattern] of tables, with or without their schema; empty for whatever the
///   finding is about
/// @param database likewise of database names
/// @param until the last day on which it is ignored
/// @param reason why, in the owner's words
public record IgnoreRule(
    String finding,
    Optional<String> table,
    Optional<String> database,
    LocalDate until,
    String reason) {

  boolean matches(Finding each) {
    return finding.equals(each.id())
        && switch (each.subject()) {
          case Subject.Cluster() -> table.isEmpty() && database.isEmpty();
          case Subject.OfDatabase(var name) -> table.isEmpty() && isDatabase(name);
          case Subject.OfRelation(var relation) -> matches(relation.name());
          case Subject.OfIndex(var relation, _) -> matches(relation.name());
        };
  }

  private boolean matches(RelationName name) {
    return isDatabase(name.database())
        && (table.isEmpty()
            || Stream.of(name.name(), name.schema() + "." + name.name())
                .anyMatch(each -> NamePattern.matches(table.get(), each)));
  }

  private boolean isDatabase(String name) {
    return database.isEmpty() || NamePattern.matches(database.get(), name);
  }
}
