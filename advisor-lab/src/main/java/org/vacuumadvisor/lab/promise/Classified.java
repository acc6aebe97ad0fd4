package org.vacuumadvisor.lab.promise;

import org.vacuumadvisor.workload.WorkloadClass;

/// What a table or a database was taken for.
///
/// @param name of the table, or "database"
/// @param truth what its statements make it
/// @param sampled what it was taken for between two surveys
/// @param counted what it was taken for from its counters alone
public record Classified(
    String name, WorkloadClass truth, WorkloadClass sampled, WorkloadClass counted) {}
