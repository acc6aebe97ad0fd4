package org.vacuumadvisor.lab.experiment;

import java.util.OptionalDouble;

/// What autovacuum did in a trial, as the server's log tells.
///
/// @param vacuums how many it ended
/// @param analyzes how many it ended
/// @param pagesRead by vacuums, not found in the buffers
/// @param pagesDirtied by vacuums
/// @param walBytes written by vacuums; 0 before 13
/// @param fullPageImages written by vacuums; 0 before 13
/// @param seconds that vacuums took together
/// @param firstDirtied pages dirtied by the first vacuum of the main table after a checkpoint, on
///   the average; empty where there was none
/// @param firstWalBytes the same for write-ahead log
public record VacuumWork(
    long vacuums,
    long analyzes,
    long pagesRead,
    long pagesDirtied,
    long walBytes,
    long fullPageImages,
    double seconds,
    OptionalDouble firstDirtied,
    OptionalDouble firstWalBytes) {}
