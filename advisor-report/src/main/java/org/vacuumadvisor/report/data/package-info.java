/// An assessment and its evidence for programs: JSON by the published schemas, runs as CSV, one
/// line for a monitoring system. No sentence is made here that the engine does not already say.
@NullMarked
package org.vacuumadvisor.report.data;

import org.jspecify.annotations.NullMarked;
