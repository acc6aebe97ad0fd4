/// When tables will be frozen by force, and a calendar that freezes them before, in hours of one's
/// own choice. Pure: no clock, no input, no output.
@NullMarked
package org.vacuumadvisor.freeze;

import org.jspecify.annotations.NullMarked;
