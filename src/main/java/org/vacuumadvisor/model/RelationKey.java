package org.vacuumadvisor.model;

/// What a relation is, through renames: two surveys of one server agree on it.
///
/// @param databaseOid `pg_database.oid`
/// @param oid `pg_class.oid`, in that database
public record RelationKey(long databaseOid, long oid) {}
