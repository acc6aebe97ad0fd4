/// What was promised of a change, kept in a plan, and whether it came: counters and runs before and
/// after, held against tables that were left alone.
@NullMarked
package org.vacuumadvisor.verify;

import org.jspecify.annotations.NullMarked;
