/// What is known of one figure: its key, the value or why it is missing, and where it was read.
/// Which object a figure belongs to, and what follows from it, is said elsewhere.
@NullMarked
package org.vacuumadvisor.model.reading;

import org.jspecify.annotations.NullMarked;
