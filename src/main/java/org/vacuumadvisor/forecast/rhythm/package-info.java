/// How a server's load goes up and down within a week, and how that is found in logs and surveys.
/// What the load consists of is in `forecast.cluster`.
@NullMarked
package org.vacuumadvisor.forecast.rhythm;

import org.jspecify.annotations.NullMarked;
