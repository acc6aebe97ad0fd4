package org.vacuumadvisor.forecast.cluster;

/// An index when the simulation starts.
///
/// @param method its access method: `btree`, `gin`, …
/// @param entryBytes what an entry takes
public record IndexStart(String name, String method, double pages, double entryBytes) {}
