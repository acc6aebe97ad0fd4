/// Looks at many servers again and again, and what is kept of them.
@NullMarked
package org.vacuumadvisor.fleet.watch;

import org.jspecify.annotations.NullMarked;
