/// The autovacuum simulator: what a server's autovacuum will do in the coming days, as it is set up
/// and as it could be. It works on events, not on seconds, and comes to the same result every time.
@NullMarked
package org.vacuumadvisor.forecast;

import org.jspecify.annotations.NullMarked;
