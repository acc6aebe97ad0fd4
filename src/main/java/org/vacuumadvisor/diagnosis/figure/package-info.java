/// Names, facts and figures that rules of several kinds work out of the evidence. Nothing here
/// decides whether something is wrong.
@NullMarked
package org.vacuumadvisor.diagnosis.figure;

import org.jspecify.annotations.NullMarked;
