/// What to change, and what not to.
@NullMarked
package org.vacuumadvisor.gui.advice;

import org.jspecify.annotations.NullMarked;
