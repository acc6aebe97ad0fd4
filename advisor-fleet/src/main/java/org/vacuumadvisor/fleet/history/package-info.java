/// What the archive tells of the past: who kept dead rows, how tables grew, what was wrong then.
@NullMarked
package org.vacuumadvisor.fleet.history;

import org.jspecify.annotations.NullMarked;
