/// Whether a change did what was promised of it: counters and runs before and after, held against
/// tables that were left alone.
@NullMarked
package org.vacuumadvisor.verify;

import org.jspecify.annotations.NullMarked;
