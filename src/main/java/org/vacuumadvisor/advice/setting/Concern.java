package org.vacuumadvisor.advice.setting;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.model.Relation;

/// A number that is asked for, and what it is asked for: figures that should stay within bounds.
/// The number itself is left to the search.
///
/// @param targets at least one
record Concern(Asked asked, List<Target> targets) {
  /// Tables that pass their threshold within this and those that take longer are looked at apart:
  /// what settles the one goes unnoticed in the time of the other.
  private static final Duration FAST = Duration.ofMinutes(30);

  /// A figure and its bound.
  ///
  /// @param relation whose figure it is, or who adds to one of the server
  /// @param given storage parameters that go along with those looked for
  /// @param pace how long it takes today until autovacuum comes; the search has to see it come
  record Target(Relation relation, Guard guard, SortedMap<String, String> given, Duration pace) {}

  /// What can be looked at in one simulation.
  enum Tempo {
    FAST,
    SLOW,
    /// Ages, of which a simulation of years tells.
    AGES
  }

  Concern {
    targets = List.copyOf(targets);
  }

  Tempo tempo() {
    return targets.getFirst().guard() instanceof Guard.OfServer
        ? Tempo.AGES
        : pace().compareTo(FAST) < 0 ? Tempo.FAST : Tempo.SLOW;
  }

  /// The longest pace of its tables.
  Duration pace() {
    return targets.stream().map(Target::pace).max(Comparator.naturalOrder()).orElseThrow();
  }

  /// None where it is not a number that the simulator can tell anything of.
  ///
  /// @param cluster as the simulator sees it
  static Stream<Concern> of(Asked asked, Evidence evidence, Cluster cluster) {
    var targets = new GuardBuilder(asked, evidence, cluster).targets().toList();
    return targets.isEmpty() ? Stream.empty() : Stream.of(new Concern(asked, targets));
  }
}
