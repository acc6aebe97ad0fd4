/// What holds for the whole program: its version and place, exit statuses, and the order of its
/// help. Knows no command.
@NullMarked
package org.vacuumadvisor.cli.program;

import org.jspecify.annotations.NullMarked;
