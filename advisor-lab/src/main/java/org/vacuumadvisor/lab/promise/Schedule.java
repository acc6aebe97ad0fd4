package org.vacuumadvisor.lab.promise;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.vacuumadvisor.lab.workload.Script;
import org.vacuumadvisor.postgres.Release;

/// Which workloads run on which releases, for how long, and how many at a time.
///
/// @param warmUp how long a server works before anybody looks
/// @param sample from the first survey of a server to the second
/// @param following how long the work goes on afterwards; at least twice the sample
/// @param atOnce how many workloads run at the same time, with two servers each or more
/// @param seed the same seed draws the same values
public record Schedule(
    List<Script> scripts,
    List<Release> releases,
    Duration warmUp,
    Duration sample,
    Duration following,
    int atOnce,
    long seed) {
  private static final int PARTS = 2;

  /// What was there when the advice was followed has to go first: `TableFigure` leaves out the
  /// first quarter of a simulation likewise.
  private static final int SETTLING = 3;

  /// So that nobody waits at the end for the one that takes longest.
  private static final Comparator<Script> LONGEST_FIRST =
      Comparator.comparing(Script::follow).reversed();

  public Schedule {
    scripts = scripts.stream().sorted(LONGEST_FIRST).toList();
    releases = List.copyOf(releases);
    if (following.compareTo(sample.multipliedBy(PARTS)) < 0) {
      throw new IllegalArgumentException(
          "The work has to go on for twice the sample at least, so that the servers can be looked"
              + " at once more.");
    }
  }

  /// How long the work of a script goes on: longer than the others where it asks for it.
  Duration following(Script script) {
    return script.follow().compareTo(following) > 0 ? script.follow() : following;
  }

  /// The part of it that is not measured.
  Duration settling(Script script) {
    return following(script).dividedBy(SETTLING);
  }
}
