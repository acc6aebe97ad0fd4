package org.vacuumadvisor.diagnosis.rule.worker;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Steps;
import org.vacuumadvisor.model.history.WorkerTimeline;
import org.vacuumadvisor.model.history.WorkerTimeline.Turn;

/// With how many workers at other tables a vacuum shared the cost limit.
final class Companions {
  private final Steps all;
  private final Map<String, List<Turn>> byName;

  Companions(WorkerTimeline timeline) {
    this.all = Steps.of(timeline.turns());
    this.byName =
        timeline.turns().stream().collect(Collectors.groupingBy(each -> each.table().name()));
  }

  /// How many there were on average between two moments, at tables of another name.
  double beside(@Nullable String name, Instant from, Instant to) {
    double length = Math.max(1, (double) (to.toEpochMilli() - from.toEpochMilli()));
    var own = Steps.of(name == null ? List.of() : byName.getOrDefault(name, List.of()));
    return (all.worked(from, to) - own.worked(from, to)) / length;
  }
}
