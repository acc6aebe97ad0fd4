/// Options that several commands have, with the reading of their values.
@NullMarked
package org.vacuumadvisor.cli.option;

import org.jspecify.annotations.NullMarked;
