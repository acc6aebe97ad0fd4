package org.vacuumadvisor.fleet.metrics;

import java.time.Duration;

/// How many metrics there are.
///
/// @param topTables how many tables of each ranking have series of their own
/// @param runbooks what the name of a rule's page is appended to
/// @param every how often servers are surveyed: what is three times as old is stale
public record MetricsOptions(int topTables, String runbooks, Duration every) {
  /// With the tables of five rankings a server has at most 2,000 series.
  public static final int MOST_TOP_TABLES = 15;

  public MetricsOptions {
    if (topTables < 0 || topTables > MOST_TOP_TABLES) {
      throw new IllegalArgumentException("tables of each ranking: " + topTables);
    }
  }
}
