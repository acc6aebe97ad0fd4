/// The screen that tries other settings in the simulator.
@NullMarked
package org.vacuumadvisor.gui.tryout;

import org.jspecify.annotations.NullMarked;
