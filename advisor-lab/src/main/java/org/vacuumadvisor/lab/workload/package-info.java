/// The four workloads the advisor tells apart, as real clients that can be run against any server.
///
/// A [org.vacuumadvisor.lab.workload.Workload] says what the tables and one client are; a
/// [org.vacuumadvisor.lab.workload.run.WorkloadRunner] loads it into a schema and lets a number of
/// clients work for a while.
@NullMarked
package org.vacuumadvisor.lab.workload;

import org.jspecify.annotations.NullMarked;
