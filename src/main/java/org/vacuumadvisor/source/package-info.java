/// Where facts come from, and the one mapping from named columns to the model.
@NullMarked
package org.vacuumadvisor.source;

import org.jspecify.annotations.NullMarked;
