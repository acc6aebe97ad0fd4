/// The archive: a folder of Parquet files, its schema, and how rows get in and out of it whole.
@NullMarked
package org.vacuumadvisor.fleet.archive;

import org.jspecify.annotations.NullMarked;
