package org.vacuumadvisor.workload;

/// The verdict on a table, with the traffic behind it for whoever sums tables up.
///
/// @param traffic all of it
/// @param later the part that no load of the table can explain; the same as `traffic` where nothing
///   points at one
record Judgement(Verdict verdict, Traffic traffic, Traffic later) {}
