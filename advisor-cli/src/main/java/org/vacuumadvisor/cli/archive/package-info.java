/// The commands of the archive. Only they know the fleet, and with it DuckDB.
@NullMarked
package org.vacuumadvisor.cli.archive;

import org.jspecify.annotations.NullMarked;
