/// What is known of PostgreSQL's views, column by column, as data.
@NullMarked
package org.vacuumadvisor.catalogue;

import org.jspecify.annotations.NullMarked;
