package org.vacuumadvisor.diagnosis.rule.space;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.space.SpaceEstimate;
import org.vacuumadvisor.space.SpaceEstimate.Estimated;

/// How much of a file is free, and the figures that tell it.
///
/// @param facts what it was made of, besides the size of the file
record Space(Estimated estimate, List<Fact> facts) {
  Space {
    facts = List.copyOf(facts);
  }

  /// An estimate that nothing speaks against.
  static Optional<Space> of(SpaceEstimate estimate, List<Fact> facts) {
    return estimate instanceof Estimated known && known.isSound()
        ? Optional.of(new Space(known, facts))
        : Optional.empty();
  }
}
