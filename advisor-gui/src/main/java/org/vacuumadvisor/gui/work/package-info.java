/// Work beside the window, and what the window is working on. No controls.
@NullMarked
package org.vacuumadvisor.gui.work;

import org.jspecify.annotations.NullMarked;
