/// The only part of the program that changes a server of its user: on the command `apply`, in
/// stages, with a journal of what was set.
@NullMarked
package org.vacuumadvisor.cli.apply;

import org.jspecify.annotations.NullMarked;
