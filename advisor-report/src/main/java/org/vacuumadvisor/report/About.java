package org.vacuumadvisor.report;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationName;

/// What something is about, by its names: two assessments agree on it, however they were made.
///
/// @param kind `cluster`, `database`, `table`, `toast`, `index`, …
/// @param table the table of an index
public record About(
    String kind,
    @Nullable String database,
    @Nullable String schema,
    @Nullable String name,
    @Nullable String table) {

  public static About of(Subject subject) {
    return switch (subject) {
      case Subject.Cluster() -> new About("cluster", null, null, null, null);
      case Subject.OfDatabase(var database) -> new About("database", database, null, null, null);
      case Subject.OfRelation(var relation) -> of(relation, kind(relation), relation.name().name());
      case Subject.OfIndex(var relation, var index) -> {
        var about = of(relation, "index", index.name());
        yield new About(
            about.kind, about.database, about.schema, about.name, relation.name().name());
      }
    };
  }

  private static About of(Relation relation, String kind, String name) {
    return new About(kind, relation.name().database(), relation.name().schema(), name, null);
  }

  private static String kind(Relation relation) {
    return relation.kind().name().toLowerCase(Locale.ROOT);
  }

  /// The relation it is about, or whose index it is about; empty for a database or the server.
  public Optional<RelationName> relation() {
    var named = table == null ? name : table;
    return database == null || schema == null || named == null
        ? Optional.empty()
        : Optional.of(new RelationName(database, schema, named));
  }
}
