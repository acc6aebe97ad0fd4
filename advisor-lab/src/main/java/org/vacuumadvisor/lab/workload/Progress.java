package org.vacuumadvisor.lab.workload;

import java.time.Duration;

/// What clients did lately. Sent about every second, for the time since the last one.
///
/// @param elapsed since the clients started
/// @param of how long they are to work
/// @param transactions finished since the clients started
/// @param tps transactions a second, lately
/// @param meanMs mean latency of a transaction in milliseconds, lately; 0 if there was none
/// @param p99Ms 99th percentile of the latency in milliseconds, lately; 0 if there was none
public record Progress(
    Duration elapsed, Duration of, long transactions, double tps, double meanMs, double p99Ms) {}
