/// The command line: options in, engine, report out, an exit status. No logic of its own. Here are
/// the program and the commands that read one server or its logs; the packages below have the
/// others, and what commands share.
@NullMarked
package org.vacuumadvisor.cli;

import org.jspecify.annotations.NullMarked;
