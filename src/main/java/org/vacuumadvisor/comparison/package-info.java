/// By what two assessments agree on a thing: its names, the values that are set, a few figures.
@NullMarked
package org.vacuumadvisor.comparison;

import org.jspecify.annotations.NullMarked;
