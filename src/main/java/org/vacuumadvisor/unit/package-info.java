/// Quantities with a unit, where a mix-up would be a wrong diagnosis, and the texts that the
/// program is packed with. Knows the JDK alone.
@NullMarked
package org.vacuumadvisor.unit;

import org.jspecify.annotations.NullMarked;
