package org.vacuumadvisor.verify;

import java.time.Instant;

/// What was seen of a figure in one piece of time, or in one run: the figure of several of them is
/// the sum of the numerators over that of the denominators.
///
/// @param at when it ended
/// @param over in the unit of the figure
/// @param under how many of what it is counted by: vacuums, rows, looks
record Block(Instant at, double over, double under) {}
