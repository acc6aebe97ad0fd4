/// From files and streams to runs: containers and grammar put together.
@NullMarked
package org.vacuumadvisor.source.log.runs;

import org.jspecify.annotations.NullMarked;
