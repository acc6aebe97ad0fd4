package org.vacuumadvisor.forecast;

import org.vacuumadvisor.model.RelationName;

/// What was foreseen of one table, and what the last survey found.
///
/// @param vacuums automatic ones, by `autovacuum_count`
/// @param naive vacuums by the arithmetic of the threshold alone: no naptime, no worker, no time
///   taken
/// @param dead `n_dead_tup` in the end
/// @param heapBytes in the end; seen by `pg_class` where the file's size was not read
/// @param indexBytes of all its indexes; seen by `pg_class`
public record TableOutcome(
    RelationName table,
    Foreseen vacuums,
    long naive,
    Foreseen dead,
    Foreseen heapBytes,
    Foreseen indexBytes) {}
