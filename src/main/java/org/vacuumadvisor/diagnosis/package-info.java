/// Rules turn evidence into findings with proof. Here is what they are made of, and figures that
/// rules of several kinds work out of the evidence.
@NullMarked
package org.vacuumadvisor.diagnosis;

import org.jspecify.annotations.NullMarked;
