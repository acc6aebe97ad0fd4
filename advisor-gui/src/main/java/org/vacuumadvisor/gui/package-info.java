/// The window. It shows what the engine says, and decides nothing but how that looks.
@NullMarked
package org.vacuumadvisor.gui;

import org.jspecify.annotations.NullMarked;
