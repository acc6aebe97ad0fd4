package org.vacuumadvisor.forecast;

import java.time.Instant;
import java.util.Optional;
import org.vacuumadvisor.model.FreezeAges;

/// A database that the launcher sends workers to.
///
/// @param visited when a worker is known to have come last, as near as anything tells: the next one
///   comes so many naps later
public record DatabaseStart(long oid, String name, FreezeAges ages, Optional<Instant> visited) {}
