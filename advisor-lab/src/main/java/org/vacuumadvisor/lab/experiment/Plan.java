package org.vacuumadvisor.lab.experiment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.vacuumadvisor.postgres.Release;

/// How an experiment is to be done.
///
/// @param arms at least one, in the order of the report
/// @param duration of one trial, and of the look at the defaults; at least two seconds
/// @param rounds how often each arm is tried
/// @param clients how many work at the same time
/// @param seed the same seed gives the same rows and transactions
/// @param settings of the server in all arms, beside those of the study
/// @param restarts whether settings that need a restart are followed as well
public record Plan(
    Study study,
    List<Arm> arms,
    Release release,
    Duration duration,
    int rounds,
    int clients,
    long seed,
    Map<String, String> settings,
    boolean restarts) {
  private static final Duration SHORTEST = Duration.ofSeconds(2);

  /// Nothing waits for the disk, which we share with others, and all of autovacuum is logged.
  private static final Map<String, String> COMMON =
      Map.of(
          "synchronous_commit", "off",
          "shared_buffers", "512MB",
          "max_wal_size", "16GB",
          "log_autovacuum_min_duration", "0");

  public Plan {
    arms = List.copyOf(arms);
    settings = Map.copyOf(settings);
    if (arms.isEmpty() || rounds < 1 || clients < 1 || duration.compareTo(SHORTEST) < 0) {
      throw new IllegalArgumentException(
          "An experiment has an arm, a round, a client and two seconds at the least");
    }
  }

  /// All settings that the arms have in common.
  Map<String, String> common() {
    var common = new TreeMap<>(COMMON);
    common.putAll(study.settings());
    common.putAll(settings);
    return common;
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
