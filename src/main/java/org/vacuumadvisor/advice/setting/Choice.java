package org.vacuumadvisor.advice.setting;

import java.util.List;

/// One change of those found, and what else was tried in its place.
///
/// @param guard the one that the change does most for
/// @param without the same set without this change
/// @param tried every value of the knob with the rest of the set, in the order of its rungs
public record Choice(Knob knob, Rung rung, Guard guard, Trial without, List<Trial> tried) {
  public Choice {
    tried = List.copyOf(tried);
  }
}
