/// The front door of the analysis engine: survey in, assessment out. The engine knows no terminal,
/// no window, and no clock but the server's.
@NullMarked
package org.vacuumadvisor;

import org.jspecify.annotations.NullMarked;
