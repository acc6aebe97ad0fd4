package org.vacuumadvisor.gui.work;

import java.time.Instant;
import org.vacuumadvisor.advice.Assessment;

/// What is open: an assessment, where it came from, and when it was made.
public record Opened(Origin origin, Assessment assessment, Instant at) {
  /// Whether it is the same look at the same thing.
  public boolean isSame(Opened other) {
    return origin.equals(other.origin()) && at.equals(other.at());
  }
}
