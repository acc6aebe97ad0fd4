package org.vacuumadvisor.forecast.simulator;

import java.time.Duration;
import org.vacuumadvisor.unit.Share;

/// What a simulation comes to for the whole server.
///
/// @param busy which part of the time of all workers allowed was work
/// @param waited how long tables were due and no worker had come, all tables together
/// @param writtenADay rows inserted, updated and deleted
/// @param peakDead most dead rows of all tables in one span, each at its worst, once the first span
///   is over
/// @param heapBytes at the end
/// @param indexBytes at the end
public record ClusterFigures(
    long vacuums,
    long forced,
    double vacuumsADay,
    Share busy,
    Duration waited,
    double readBytesADay,
    double dirtiedBytesADay,
    double walBytesADay,
    double writtenADay,
    double peakDead,
    double meanDead,
    double heapBytes,
    double indexBytes) {}
