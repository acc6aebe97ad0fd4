package org.vacuumadvisor.model;

/// What a relation is, through renames: two surveys of one server agree on it.
///
/// @param databaseOid `pg_database.oid`; [#SHARED] for a catalog that all databases share
/// @param oid `pg_class.oid`, in that database
public record RelationKey(long databaseOid, long oid) {
  /// The `database` of a shared catalog, as in `pg_locks`.
  public static final long SHARED = 0;
}
