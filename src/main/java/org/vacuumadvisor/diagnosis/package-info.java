/// Rules turn a evidence into findings with proof.
@NullMarked
package org.vacuumadvisor.diagnosis;

import org.jspecify.annotations.NullMarked;
