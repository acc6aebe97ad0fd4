/// What a server's autovacuum will do in the coming days, as it is set up and as it could be:
/// questions put to the simulator. How far off it is, is found out on runs that really happened:
/// the last of them are hidden from it, and it has to foresee them.
@NullMarked
package org.vacuumadvisor.forecast;

import org.jspecify.annotations.NullMarked;
