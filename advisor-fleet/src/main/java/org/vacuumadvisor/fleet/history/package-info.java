/// What the archive tells of a time: which cluster needs somebody first, what was wrong, who kept
/// dead rows, how tables grew; and surveys of the past for those who ask for rates.
@NullMarked
package org.vacuumadvisor.fleet.history;

import org.jspecify.annotations.NullMarked;
