/// The screen that tells when tables have to be frozen, and plans it.
@NullMarked
package org.vacuumadvisor.gui.freeze;

import org.jspecify.annotations.NullMarked;
