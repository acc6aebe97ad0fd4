/// What applications do to a table: rates, and the class of behaviour they amount to.
@NullMarked
package org.vacuumadvisor.workload;

import org.jspecify.annotations.NullMarked;
