/// What a server's autovacuum will do in the coming days, as it is set up and as it could be:
/// questions put to the simulator.
@NullMarked
package org.vacuumadvisor.forecast;

import org.jspecify.annotations.NullMarked;
