package org.vacuumadvisor.gui.paste;

import java.util.List;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.model.run.Run;
import org.vacuumadvisor.model.run.Understanding;
import org.vacuumadvisor.source.log.container.Detection;

/// What a document says.
///
/// @param runs the first of them, in the order of reading
/// @param runsBeyond how many more there are
record Reading(
    Document document,
    Assessment assessment,
    List<Run> runs,
    long runsBeyond,
    List<Detection> detections,
    Understanding understanding) {
  Reading {
    runs = List.copyOf(runs);
    detections = List.copyOf(detections);
  }
}
