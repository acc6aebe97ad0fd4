package org.vacuumadvisor.lab.experiment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.vacuumadvisor.postgres.Release;

/// How an experiment is to be done.
///
/// @param arms at least one, in the order of the report
/// @param duration of one trial, and of the look at the defaults; at least two seconds
/// @param rounds how often each arm is tried
/// @param clients how many work at the same time
/// @param seed the same seed gives the same rows and transactions
public record Plan(
    Study study,
    List<Arm> arms,
    Release release,
    Duration duration,
    int rounds,
    int clients,
    long seed,
    GivenAdvice.Restarts restarts) {
  public static final Duration SHORTEST = Duration.ofSeconds(2);

  public Plan {
    arms = List.copyOf(arms);
    if (arms.isEmpty() || rounds < 1 || clients < 1 || duration.compareTo(SHORTEST) < 0) {
      throw new IllegalArgumentException(
          "An experiment has an arm, a round, a client and two seconds at the least");
    }
    for (var arm : arms) {
      if (!study.arms().contains(arm)) {
        throw new IllegalArgumentException(
            "%s has no arm %s; it has %s"
                .formatted(
                    study.name(),
                    arm.label(),
                    String.join(", ", study.arms().stream().map(Arm::label).toList())));
      }
    }
  }

  /// The arms in the order of a round: each round begins with another one, so that none is always
  /// the first on a quiet machine.
  ///
  /// @param round from 1
  List<Arm> order(int round) {
    var rotated = new ArrayList<>(arms);
    Collections.rotate(rotated, 1 - round);
    return rotated;
  }

  /// How many trials there are.
  public int trials() {
    return rounds * arms.size();
  }
}
