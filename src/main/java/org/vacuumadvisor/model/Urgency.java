package org.vacuumadvisor.model;

/// How urgent autovacuum finds a table: its row of `pg_stat_autovacuum_scores`, since 19.
///
/// @param score by which tables are sorted, each of its parts times its weight
/// @param vacuum whether the next visit vacuums it
public record Urgency(double score, boolean vacuum) {}
