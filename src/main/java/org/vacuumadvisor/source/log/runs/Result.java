package org.vacuumadvisor.source.log.runs;

import java.util.List;
import org.vacuumadvisor.model.run.Understanding;
import org.vacuumadvisor.source.log.line.Detection;

/// How the reading went.
///
/// @param detections what each input turned out to be
/// @param understanding how much of what is about VACUUM was understood
public record Result(List<Detection> detections, Understanding understanding) {
  public Result {
    detections = List.copyOf(detections);
  }
}
