/// Reading whole logs: parts of files side by side, from bytes to entries in their order
/// (`LogReader`), and from these to runs (`RunReader`).
@NullMarked
package org.vacuumadvisor.source.log.reading;

import org.jspecify.annotations.NullMarked;
