/// What the advisor said of clusters that were surveyed, and says of those that only logs tell of.
@NullMarked
package org.vacuumadvisor.fleet.judged;

import org.jspecify.annotations.NullMarked;
