/// The search for numbers: which changes of autovacuum, as few and as small as will do, keep a
/// server within its guards when the simulator runs it.
@NullMarked
package org.vacuumadvisor.tuning;

import org.jspecify.annotations.NullMarked;
