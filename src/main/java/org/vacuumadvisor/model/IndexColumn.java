package org.vacuumadvisor.model;

/// A column that an index is computed from: an update that changes it is not HOT
/// (`RelationGetIndexAttrBitmap()`).
///
/// @param isKey whether the index holds it; else its expression or its condition reads it
/// @param rowsSet rows updated by statements that set it, by `pg_stat_statements`; missing where no
///   such statements were seen
public record IndexColumn(String name, boolean isKey, Reading<Long> rowsSet) {}
