package org.vacuumadvisor.model;

import java.time.Instant;

/// A database of the cluster.
///
/// @param surveyed whether its relations are in the survey
/// @param connectable `datallowconn`
/// @param statisticsReset `stats_reset`: never, or not since the server knows, if it is missing
/// @param commits `xact_commit`
public record Database(
    long oid,
    String name,
    boolean surveyed,
    boolean connectable,
    FreezeAges ages,
    Reading<Instant> statisticsReset,
    long commits,
    long rollbacks,
    long rowsInserted,
    long rowsUpdated,
    long rowsDeleted,
    long rowsFetched) {}
