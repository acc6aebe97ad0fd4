/// Containers of messages: log destinations, what wraps them on the way to us, psql's output. From
/// bytes to entries; what an entry says is not known here.
@NullMarked
package org.vacuumadvisor.source.log.container;

import org.jspecify.annotations.NullMarked;
