/// What PostgreSQL does, release by release: all knowledge about versions lives here.
@NullMarked
package org.vacuumadvisor.postgres;

import org.jspecify.annotations.NullMarked;
