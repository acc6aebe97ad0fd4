package org.vacuumadvisor.model;

/// The rows of a table, for tests.
public record Population(
    Reading<Long> live,
    long dead,
    Reading<Long> modifiedSinceAnalyze,
    Reading<Long> insertedSinceVacuum) {}
