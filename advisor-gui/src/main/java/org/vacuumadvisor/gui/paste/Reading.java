package org.vacuumadvisor.gui.paste;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
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

  /// The run that took longest; empty if none says how long it took.
  Optional<Run> longest() {
    return runs.stream()
        .filter(run -> run.elapsedSeconds() != null)
        .max(
            Comparator.comparingDouble(
                run -> Objects.requireNonNullElse(run.elapsedSeconds(), 0d)));
  }

  /// The run that some of these lines tell of; empty if there is none.
  ///
  /// @param lines counted from 0
  Optional<Run> runOf(Set<Integer> lines) {
    return lines.isEmpty()
        ? Optional.empty()
        : runs.stream()
            .filter(run -> lines.contains(document.number(run.heading().place())))
            .findFirst();
  }
}
