/// All clusters of an archive side by side: which one needs somebody first.
@NullMarked
package org.vacuumadvisor.fleet.ranking;

import org.jspecify.annotations.NullMarked;
