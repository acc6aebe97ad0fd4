/// Faults seeded one by one on real servers: each brings the finding it should, first, and no false
/// one.
@NullMarked
package org.vacuumadvisor.lab.faults;

import org.jspecify.annotations.NullMarked;
