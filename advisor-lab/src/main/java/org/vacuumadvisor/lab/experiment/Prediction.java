package org.vacuumadvisor.lab.experiment;

import org.vacuumadvisor.forecast.Band;

/// A figure that was foreseen, and what was seen.
///
/// @param seen `NaN` where it was not
public record Prediction(Band foreseen, double seen) {

  /// How far off it was, as a part of what was seen; positive where too much was foreseen. `NaN`
  /// where nothing was seen.
  public double error() {
    return seen == 0 && foreseen.likely() == 0 ? 0 : foreseen.likely() / seen - 1;
  }

  /// Whether what was seen lies in the range foreseen.
  public boolean isWithin() {
    return seen >= foreseen.low() && seen <= foreseen.high();
  }
}
