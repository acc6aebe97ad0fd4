/// Rules about freezing: how near transaction and multixact IDs are to their end, and the vacuums
/// that are forced by that.
@NullMarked
package org.vacuumadvisor.diagnosis.rule.wraparound;

import org.jspecify.annotations.NullMarked;
