/// How the window looks: light or dark, its signs and its colours.
@NullMarked
package org.vacuumadvisor.gui.theme;

import org.jspecify.annotations.NullMarked;
