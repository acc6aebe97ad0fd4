package org.vacuumadvisor.lab.workload;

/// What a flow did in some time.
///
/// @param flow its name
/// @param transactions that were committed
/// @param medianMs latency of a transaction in milliseconds; 0 if there was none
/// @param p95Ms likewise, of the slowest in twenty
public record FlowFigures(String flow, long transactions, double medianMs, double p95Ms) {}
