/// Logs and copied figures, read as they are pasted.
@NullMarked
package org.vacuumadvisor.gui.paste;

import org.jspecify.annotations.NullMarked;
