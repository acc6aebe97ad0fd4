/// What is said of a simulation, of the next visit of autovacuum and of a test of forecasts against
/// what happened, for people and for programs. Nothing is simulated here.
@NullMarked
package org.vacuumadvisor.forecast.report;

import org.jspecify.annotations.NullMarked;
