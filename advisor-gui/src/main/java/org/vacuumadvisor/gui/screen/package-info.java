/// What every screen of the window is, and what it is given.
@NullMarked
package org.vacuumadvisor.gui.screen;

import org.jspecify.annotations.NullMarked;
