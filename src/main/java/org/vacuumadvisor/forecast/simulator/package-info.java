/// The autovacuum simulator: workers, tables and holders over time, and what it gives: a trajectory
/// of each table and of the server. It works on events, not on seconds, and comes to the same
/// result every time. It knows nothing of what is asked of it.
@NullMarked
package org.vacuumadvisor.forecast.simulator;

import org.jspecify.annotations.NullMarked;
