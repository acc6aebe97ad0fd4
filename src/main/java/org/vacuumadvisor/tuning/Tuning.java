package org.vacuumadvisor.tuning;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.vacuumadvisor.forecast.Band;
import org.vacuumadvisor.forecast.Forecast;

/// The changes found, as one set.
///
/// @param today the server without any
/// @param found the server with all of them
/// @param choices one for each change, in the order of what they do
/// @param unmet guards that no set within the others keeps; what was found comes nearest
/// @param doubtToday what today's figures may be instead
/// @param doubtFound what those found may be instead
/// @param idle knobs that alone would have done nothing, with the strongest value tried
/// @param length how much time was simulated
public record Tuning(
    Trial today,
    Trial found,
    List<Choice> choices,
    List<Guard> unmet,
    Forecast doubtToday,
    Forecast doubtFound,
    Map<Knob, Trial> idle,
    Duration length) {
  public Tuning {
    choices = List.copyOf(choices);
    unmet = List.copyOf(unmet);
    idle = Map.copyOf(idle);
  }

  /// A guarded figure as it is today.
  public Band today(Guard guard) {
    return VisitDoubt.widened(
        doubtToday.band(each -> guard.value(today.cluster(), each)), guard, today);
  }

  /// A guarded figure with all changes.
  public Band found(Guard guard) {
    return VisitDoubt.widened(
        doubtFound.band(each -> guard.value(found.cluster(), each)), guard, found);
  }
}
