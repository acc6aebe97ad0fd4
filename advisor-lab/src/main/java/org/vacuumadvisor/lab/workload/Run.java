package org.vacuumadvisor.lab.workload;

import java.time.Duration;

/// How a workload is to be run.
///
/// @param clients how many work at the same time, 1 to 1000, a connection each
/// @param duration how long they start new transactions
/// @param seed the same seed gives each client the same sequence of transactions
/// @param pause of a client after each transaction; zero for none
public record Run(int clients, Duration duration, long seed, Duration pause) {
  private static final int MOST_CLIENTS = 1000;

  public Run {
    if (clients < 1 || clients > MOST_CLIENTS) {
      throw new IllegalArgumentException(
          "A run has 1 to " + MOST_CLIENTS + " clients, not " + clients + ".");
    }
    if (!duration.isPositive()) {
      throw new IllegalArgumentException("A run lasts longer than nothing, not " + duration + ".");
    }
  }

  /// The seed of one client of this run.
  ///
  /// @param number counted from 0
  public long seedOf(int number) {
    return seed * MOST_CLIENTS + number;
  }
}
