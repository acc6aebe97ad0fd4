package org.vacuumadvisor.gui.tables;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
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
    Set<RelationName> among)
    implements Predicate<TableLine> {
  private static final Pattern SPACES = Pattern.compile("\\s+");

  static final TableFilter USUAL =
      new TableFilter(
          "", Optional.empty(), Optional.empty(), Optional.empty(), Scope.USERS, Set.of());

  TableFilter {
    among = Set.copyOf(among);
  }

  /// Whose tables.
  enum Scope {
    /// Those that people made.
    USERS,
    /// PostgreSQL's own as well.
    ALL
  }

  /// All tables of its scope.
  TableFilter ofScope() {
    return new TableFilter(
        "", Optional.empty(), Optional.empty(), Optional.empty(), scope, Set.of());
  }

  @Override
  public boolean test(TableLine row) {
    return (among.isEmpty() ? isInScope(row) : among.contains(row.relation().name()))
        && kind.filter(wanted -> row.workload().kind() != wanted).isEmpty()
        && (least.isEmpty() || row.worst().filter(this::isSevere).isPresent())
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

  private boolean isSevere(Severity worst) {
    return least.filter(wanted -> worst.compareTo(wanted) <= 0).isPresent();
  }

  private boolean hasWords(TableLine row) {
    var name = row.name().toLowerCase(Locale.ROOT);
    return SPACES.splitAsStream(text.strip().toLowerCase(Locale.ROOT)).allMatch(name::contains);
  }
}
