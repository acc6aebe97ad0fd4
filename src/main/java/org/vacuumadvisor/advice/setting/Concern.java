package org.vacuumadvisor.advice.setting;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.model.Relation;

/// A change that is asked for, and what it is asked for: figures that should stay within bounds.
///
/// @param targets at least one
record Concern(Asked asked, SettingChange change, List<Target> targets) {
  /// Tables that pass their threshold within this and those that take longer are looked at apart:
  /// what settles the one goes unnoticed in the time of the other.
  private static final Duration FAST = Duration.ofMinutes(30);

  /// A figure and its bound.
  ///
  /// @param relation whose figure it is
  /// @param pace how long it takes today until autovacuum comes; a simulation has to see it come
  record Target(Relation relation, Guard guard, Duration pace) {}

  Concern {
    targets = List.copyOf(targets);
  }

  boolean isFast() {
    return pace().compareTo(FAST) < 0;
  }

  Duration pace() {
    return targets.stream().map(Target::pace).max(Comparator.naturalOrder()).orElseThrow();
  }

  /// None where it is not a change that the simulator can tell anything of.
  ///
  /// @param cluster as the simulator sees it
  /// @param change the one to make, of the table or of the server in its place
  static Stream<Concern> of(Asked asked, SettingChange change, Evidence evidence, Cluster cluster) {
    var targets = new GuardBuilder(asked, evidence, cluster).targets().toList();
    return targets.isEmpty() ? Stream.empty() : Stream.of(new Concern(asked, change, targets));
  }
}
