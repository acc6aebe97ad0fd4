/// The command line: options in, engine, report out, an exit status. No logic of its own. Only the
/// demo knows the lab.
@NullMarked
package org.vacuumadvisor.cli;

import org.jspecify.annotations.NullMarked;
