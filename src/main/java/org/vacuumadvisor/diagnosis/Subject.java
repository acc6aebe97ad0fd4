package org.vacuumadvisor.diagnosis;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.Relation;

/// What a finding is about.
public sealed interface Subject {
  /// The server with all its databases.
  record Cluster() implements Subject {}

  record OfDatabase(String name) implements Subject {}

  /// A table, TOAST table, materialized view or partitioned table.
  record OfRelation(Relation relation) implements Subject {}

  /// An index of a table.
  record OfIndex(Relation table, Index index) implements Subject {}

  /// The table, be it that of an index; empty of more than one.
  default Optional<Relation> onTable() {
    return switch (this) {
      case OfRelation(var relation) -> Optional.of(relation);
      case OfIndex(var table, _) -> Optional.of(table);
      case Cluster _, OfDatabase _ -> Optional.empty();
    };
  }

  /// A database; the server where nobody told which.
  static Subject ofDatabase(@Nullable String name) {
    return name == null || name.isEmpty() ? new Cluster() : new OfDatabase(name);
  }
}
