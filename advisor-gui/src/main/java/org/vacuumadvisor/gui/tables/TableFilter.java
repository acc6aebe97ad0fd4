package org.vacuumadvisor.gui.tables;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.workload.WorkloadClass;

/// Which tables somebody wants to see.
///
/// @param text every word of it is part of the name, large or small letters alike; empty for all
/// @param kind one class of workload; empty for all
/// @param least only tables with a finding at least that severe; empty for all
/// @param schema one schema; empty for all
/// @param scope whose tables
/// @param among only these; empty for all
record TableFilter(
    String text,
    Optional<WorkloadClass> kind,
    Optional<Severity> least,
    Optional<String> schema,
    Scope scope,
    Set<RelationName> among) {
  private static final Pattern SPACES = Pattern.compile("\\s+");

  static final TableFilter USUAL =
      new TableFilter(
          "", Optional.empty(), Optional.empty(), Optional.empty(), Scope.USERS, Set.of());

  TableFilter {
    among = Set.copyOf(among);
  }

  TableFilter withText(String wanted) {
    return new TableFilter(wanted, kind, least, schema, scope, among);
  }

  TableFilter withKind(Optional<WorkloadClass> wanted) {
    return new TableFilter(text, wanted, least, schema, scope, among);
  }

  TableFilter withLeast(Optional<Severity> wanted) {
    return new TableFilter(text, kind, wanted, schema, scope, among);
  }

  TableFilter withSchema(Optional<String> wanted) {
    return new TableFilter(text, kind, least, wanted, scope, among);
  }

  TableFilter withScope(Scope wanted) {
    return new TableFilter(text, kind, least, schema, wanted, among);
  }

  TableFilter withAmong(Set<RelationName> wanted) {
    return new TableFilter(text, kind, least, schema, scope, wanted);
  }

  /// Whose tables.
  enum Scope {
    /// Those that people made.
    USERS,
    /// PostgreSQL's own as well.
    ALL
  }

  boolean accepts(TableLine row) {
    return (among.isEmpty() ? isInScope(row) : among.contains(row.relation().name()))
        && kind.filter(wanted -> row.workload().kind() != wanted).isEmpty()
        && isSevere(row)
        && schema.filter(wanted -> !row.relation().name().schema().equals(wanted)).isEmpty()
        && hasWords(row);
  }

  /// PostgreSQL's own are told apart by oid, which pasted figures do not have.
  private boolean isInScope(TableLine row) {
    return switch (scope) {
      case ALL -> true;
      case USERS -> !row.relation().isSystem() || !row.findings().isEmpty();
    };
  }

  private boolean isSevere(TableLine row) {
    return least.isEmpty()
        || row.worst().filter(worst -> worst.compareTo(least.get()) <= 0).isPresent();
  }

  private boolean hasWords(TableLine row) {
    if (text.isBlank()) {
      return true;
    }
    var name = row.name().toLowerCase(Locale.ROOT);
    return SPACES.splitAsStream(text.strip().toLowerCase(Locale.ROOT)).allMatch(name::contains);
  }
}
