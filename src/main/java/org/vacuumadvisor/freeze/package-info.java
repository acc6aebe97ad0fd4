/// A calendar that freezes tables in hours of one's own choice, before autovacuum is forced to.
/// When that would be is found out in `freeze.outlook`. Pure: no clock, no input, no output.
@NullMarked
package org.vacuumadvisor.freeze;

import org.jspecify.annotations.NullMarked;
