/// What tables and indexes would weigh if they were written anew, by statistics alone.
@NullMarked
package org.vacuumadvisor.space;

import org.jspecify.annotations.NullMarked;
