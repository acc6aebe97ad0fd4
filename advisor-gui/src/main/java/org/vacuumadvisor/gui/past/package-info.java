/// What an archive tells of the server at hand: the weeks before the window was opened.
@NullMarked
package org.vacuumadvisor.gui.past;

import org.jspecify.annotations.NullMarked;
