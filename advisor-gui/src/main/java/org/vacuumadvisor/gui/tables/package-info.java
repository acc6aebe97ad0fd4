/// Every table of what is open, with its figures, and a page for each. Views are made of view
/// models that know no controls.
@NullMarked
package org.vacuumadvisor.gui.tables;

import org.jspecify.annotations.NullMarked;
