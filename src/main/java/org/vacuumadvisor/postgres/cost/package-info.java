/// What the work of vacuum costs: the cost-based delay, and the memory for dead rows.
@NullMarked
package org.vacuumadvisor.postgres.cost;

import org.jspecify.annotations.NullMarked;
