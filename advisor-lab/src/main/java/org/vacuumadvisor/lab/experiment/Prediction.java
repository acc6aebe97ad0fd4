package org.vacuumadvisor.lab.experiment;

import org.vacuumadvisor.forecast.Band;

/// A figure that was foreseen, and what was seen.
///
/// @param seen `NaN` where it was not
public record Prediction(Band foreseen, double seen) {}
