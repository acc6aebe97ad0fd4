package org.vacuumadvisor.model.history;

import java.util.Optional;

/// How fast a server used up its two kinds of ID, as far as its logs tell.
public record IdTrails(Optional<IdTrail> transactions, Optional<IdTrail> multixacts) {
  public static final IdTrails NONE = new IdTrails(Optional.empty(), Optional.empty());
}
