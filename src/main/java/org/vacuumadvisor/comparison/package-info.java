/// What changed between an earlier assessment and this one.
@NullMarked
package org.vacuumadvisor.comparison;

import org.jspecify.annotations.NullMarked;
