/// The parts of a report as nodes of the window: wording and order are decided, here is decided how
/// they look.
@NullMarked
package org.vacuumadvisor.gui.part;

import org.jspecify.annotations.NullMarked;
