package org.vacuumadvisor.gui.paste;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.model.run.Run;
import org.vacuumadvisor.model.run.Understanding;
import org.vacuumadvisor.source.log.container.Detection;

/// What a document says.
///
/// @param assessment empty where there is nothing to judge
/// @param runs the first of them, in the order of reading
/// @param runsBeyond how many more there are
/// @param trouble why there is nothing to judge, a sentence; empty where there is
record Reading(
    Document document,
    Optional<Assessment> assessment,
    List<Run> runs,
    long runsBeyond,
    List<Detection> detections,
    Understanding understanding,
    String trouble) {
  Reading {
    runs = List.copyOf(runs);
    detections = List.copyOf(detections);
  }
}
