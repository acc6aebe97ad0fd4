package org.vacuumadvisor.verify;

import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.RelationName;

/// Which relation is meant: a statement goes by its names, a check that it is still the same one by
/// its oid.
///
/// @param databaseOid `pg_database.oid`
/// @param oid `pg_class.oid` in that database
public record TableId(
    String database, long databaseOid, String schema, String name, long oid, RelationKind kind) {

  public static TableId of(Relation relation) {
    return new TableId(
        relation.name().database(),
        relation.key().databaseOid(),
        relation.name().schema(),
        relation.name().name(),
        relation.key().oid(),
        relation.kind());
  }

  /// What it is through renames.
  public RelationKey key() {
    return new RelationKey(databaseOid, oid);
  }

  /// Its names; [RelationName#sql] quotes them.
  public RelationName relationName() {
    return new RelationName(database, schema, name);
  }
}
