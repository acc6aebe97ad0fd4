/// What recommendations promised, saved so that somebody can apply it, take it back and hold it
/// against what came.
@NullMarked
package org.vacuumadvisor.plan;

import org.jspecify.annotations.NullMarked;
