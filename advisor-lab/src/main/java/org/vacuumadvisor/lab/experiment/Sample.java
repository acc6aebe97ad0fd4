package org.vacuumadvisor.lab.experiment;

import java.util.OptionalLong;

/// How a server and its clients were doing at a moment of a trial.
///
/// @param seconds since the clients started
/// @param tps transactions a second, over about a second
/// @param meanMs mean latency in milliseconds, over about a second
/// @param p99Ms 99th percentile of the latency in milliseconds, over about a second
/// @param deadRows of all tables, as the server estimates them
/// @param tableBytes of all tables, with their TOAST tables and maps
/// @param indexBytes of all indexes
/// @param heapFetches how many rows an index-only scan had to look up in the table, where the study
///   has such a scan
public record Sample(
    double seconds,
    double tps,
    double meanMs,
    double p99Ms,
    long deadRows,
    long tableBytes,
    long indexBytes,
    OptionalLong heapFetches) {}
