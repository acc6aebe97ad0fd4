/// Work written down as SQL in a text file: what tables there are, which statements come how often,
/// and of which class each table is. The files that come with the lab are in
/// `org/vacuumadvisor/lab/workload`; [org.vacuumadvisor.lab.workload.ScriptReader] has the format.
///
/// A [org.vacuumadvisor.lab.workload.WorkloadRunner] loads it into a schema and lets a number of
/// clients work without a pause; a [org.vacuumadvisor.lab.workload.Work] goes on at a steady pace.
/// Nothing here knows the advisor's findings, or experiments.
@NullMarked
package org.vacuumadvisor.lab.workload;

import org.jspecify.annotations.NullMarked;
