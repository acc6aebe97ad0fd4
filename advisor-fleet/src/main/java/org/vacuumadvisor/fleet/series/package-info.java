/// What watch saw of a server again and again, as surveys for those who ask how fast it is written.
@NullMarked
package org.vacuumadvisor.fleet.series;

import org.jspecify.annotations.NullMarked;
