/// What rules are made of, and figures that rules of several kinds work out of the evidence.
@NullMarked
package org.vacuumadvisor.diagnosis;

import org.jspecify.annotations.NullMarked;
