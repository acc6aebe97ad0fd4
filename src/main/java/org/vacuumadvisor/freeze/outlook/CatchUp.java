package org.vacuumadvisor.freeze.outlook;

import java.time.Duration;
import org.vacuumadvisor.unit.Bytes;

/// What there is to do once nobody holds the horizon any more.
///
/// @param tables those that are past their limit, or will be before the next window
/// @param byHand by `vacuumdb` with the plan's connections
/// @param byForce by autovacuum, whose workers share one cost limit
public record CatchUp(int tables, Bytes reads, Bytes writes, Duration byHand, Duration byForce) {}
