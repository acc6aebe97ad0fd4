/// Logs into the archive, each entry once, however often they are read.
@NullMarked
package org.vacuumadvisor.fleet.ingest;

import org.jspecify.annotations.NullMarked;
