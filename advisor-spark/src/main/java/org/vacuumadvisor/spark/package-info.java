/// The reading of logs into an archive as a Spark job.
@NullMarked
package org.vacuumadvisor.spark;

import org.jspecify.annotations.NullMarked;
