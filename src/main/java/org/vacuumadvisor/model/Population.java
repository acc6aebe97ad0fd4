package org.vacuumadvisor.model;

/// The rows of a table as the statistics system believes them to be: approximations.
///
/// @param live `n_live_tup`
/// @param dead `n_dead_tup`: after a vacuum, what it could not remove
/// @param modifiedSinceAnalyze `n_mod_since_analyze`
/// @param insertedSinceVacuum `n_ins_since_vacuum`, since 13
public record Population(
    Reading<Long> live,
    long dead,
    Reading<Long> modifiedSinceAnalyze,
    Reading<Long> insertedSinceVacuum) {}
