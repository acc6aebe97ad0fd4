package org.vacuumadvisor.lab.experiment;

import org.vacuumadvisor.forecast.Foreseen;
import org.vacuumadvisor.forecast.TableError;

/// What the simulator foresaw of one table in the rest of a trial, and what happened.
///
/// @param runs how many vacuums, when, and how long
/// @param written rows a second: in the first part, which is what the rest was foreseen from, and
///   in the rest
/// @param vacuums that ended
/// @param peakDead the most dead rows (`n_dead_tup`) at a time
/// @param meanDead dead rows on average over time
/// @param heapBytes at the end
/// @param indexBytes of all its indexes at the end
public record TableForesight(
    TableError runs,
    Foreseen written,
    Prediction vacuums,
    Prediction peakDead,
    Prediction meanDead,
    Prediction heapBytes,
    Prediction indexBytes) {

  /// Its name as the server has it, not quoted.
  public String name() {
    return runs.table().name();
  }
}
