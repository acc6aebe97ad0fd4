/// The screen that looks into pages.
@NullMarked
package org.vacuumadvisor.gui.xray;

import org.jspecify.annotations.NullMarked;
