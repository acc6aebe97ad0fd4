/// A calendar that freezes tables in hours of one's own choice, before autovacuum is forced to: how
/// fast IDs are used, when tables reach which limit, and what is done in which window. Pure: no
/// clock, no input, no output.
@NullMarked
package org.vacuumadvisor.freeze;

import org.jspecify.annotations.NullMarked;
