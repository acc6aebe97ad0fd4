package org.vacuumadvisor.forecast.simulator;

import java.time.Duration;

/// What a simulation comes to for one table.
///
/// @param vacuums automatic runs that ended
/// @param forced those of them to prevent wraparound
/// @param cancelled runs that another session's lock request ended before their end
/// @param commands `VACUUM` commands of jobs, which are not among the vacuums
/// @param vacuumsADay on average
/// @param peakDead most dead rows at a time
/// @param meanDead dead rows on average over time
/// @param peakCounted the most of `n_dead_tup` at a time: what no vacuum has reported gone
/// @param longestGap the longest time from the end of a vacuum (or the start) to the next one's
///   start (or the end)
/// @param waited how long it was due and no worker had come, in all
/// @param longestWait the longest time it was due and no worker had come
/// @param vacuuming how long workers were at it, vacuums and analyzes together
/// @param asleep how long of that they slept for the cost limit
/// @param mostPasses over the indexes in one vacuum
/// @param mostChanged most rows changed from one analyze to the next; from the start where there
///   was none
/// @param removed rows, in all
/// @param writtenADay rows inserted, updated and deleted
/// @param xidAge at the end
public record TableFigures(
    long vacuums,
    long analyzes,
    long forced,
    long cancelled,
    long commands,
    double vacuumsADay,
    double peakDead,
    double meanDead,
    double peakCounted,
    Duration longestGap,
    Duration waited,
    Duration longestWait,
    Duration vacuuming,
    Duration asleep,
    double mostPasses,
    double mostChanged,
    double removed,
    double readBytesADay,
    double dirtiedBytesADay,
    double walBytesADay,
    double writtenADay,
    double heapBytes,
    double indexBytes,
    double xidAge) {}
