package org.vacuumadvisor.diagnosis.rule.wraparound;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.Run;

/// Vacuums to prevent wraparound that logs tell of, each begun within an hour of the end of those
/// before.
record ForcedTogether(List<Run> runs) {
  static final Duration NEAR = Duration.ofHours(1);

  /// The group that took longest; an empty one where there is none.
  static ForcedTogether longest(Evidence evidence) {
    var forced =
        LogFacts.histories(evidence)
            .flatMap(each -> each.milestones().forced().stream())
            .filter(run -> Moments.start(run).isPresent())
            .sorted(Comparator.comparing(ForcedTogether::start))
            .toList();
    var best = new ForcedTogether(List.of());
    var group = new ArrayList<Run>();
    Instant end = Instant.MIN;
    for (var run : forced) {
      if (!group.isEmpty() && start(run).isAfter(end.plus(NEAR))) {
        best = best.orLonger(group);
        group.clear();
      }
      group.add(run);
      var ended = Moments.end(run).orElse(start(run));
      end = ended.isAfter(end) ? ended : end;
    }
    return best.orLonger(group);
  }

  private ForcedTogether orLonger(List<Run> group) {
    var other = new ForcedTogether(List.copyOf(group));
    return other.seconds() > seconds() ? other : this;
  }

  private static Instant start(Run run) {
    return Moments.start(run).orElse(Instant.EPOCH);
  }

  double seconds() {
    return runs.stream().mapToDouble(LogFacts::seconds).sum();
  }

  Stream<Run> longestFirst() {
    return runs.stream().sorted(Comparator.comparingDouble(LogFacts::seconds).reversed());
  }
}
