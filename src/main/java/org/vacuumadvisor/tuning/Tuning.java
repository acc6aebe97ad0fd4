package org.vacuumadvisor.tuning;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/// The changes found, as one set.
///
/// @param today the server without any
/// @param found the server with all of them
/// @param choices one for each change, in the order of what they do
/// @param unmet guards that no set within the others keeps; what was found comes nearest
/// @param idle knobs that alone would have done nothing, with the strongest value tried
/// @param length how much time was simulated
public record Tuning(
    Trial today,
    Trial found,
    List<Choice> choices,
    List<Guard> unmet,
    Map<Knob, Trial> idle,
    Duration length) {
  public Tuning {
    choices = List.copyOf(choices);
    unmet = List.copyOf(unmet);
    idle = Map.copyOf(idle);
  }
}
