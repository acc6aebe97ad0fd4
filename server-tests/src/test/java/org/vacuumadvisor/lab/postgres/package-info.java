/// What the engine knows of PostgreSQL, compared with real servers.
@NullMarked
package org.vacuumadvisor.lab.postgres;

import org.jspecify.annotations.NullMarked;
