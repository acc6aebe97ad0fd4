package org.vacuumadvisor.model;

import org.vacuumadvisor.postgres.Identifiers;

/// What a relation is called. Names are data: [#sql()] is the only form that may enter a statement.
///
/// @param database the database it lives in; empty where nobody said it
/// @param schema empty where nobody said it
/// @param name empty where a source has lost it
public record RelationName(String database, String schema, String name) {
  /// The name in statements for a table whose name nobody told: the reader puts in the right one.
  public static final String PLACEHOLDER = "your_table";

  /// Whether nobody told what it is called.
  public boolean isUnnamed() {
    return name.isEmpty() || name.equals(PLACEHOLDER);
  }

  /// Schema and name, quoted where PostgreSQL needs it; the name alone where the schema is unknown.
  public String sql() {
    return schema.isEmpty() ? Identifiers.quoted(name) : Identifiers.qualified(schema, name);
  }
}
