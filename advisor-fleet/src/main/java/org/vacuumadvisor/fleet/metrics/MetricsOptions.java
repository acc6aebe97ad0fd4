package org.vacuumadvisor.fleet.metrics;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// Where metrics go, and how many.
///
/// @param listen where Prometheus may ask for them
/// @param textfile a file for node_exporter
/// @param topTables how many tables of each ranking have series of their own
/// @param runbooks what the name of a rule's page is appended to
/// @param every how often servers are surveyed: what is three times as old is stale
public record MetricsOptions(
    Optional<ListenAddress> listen,
    Optional<Path> textfile,
    int topTables,
    String runbooks,
    Duration every) {
  /// With the tables of five rankings a server has at most 2,000 series.
  public static final int MOST_TOP_TABLES = 15;

  public MetricsOptions {
    if (topTables < 0 || topTables > MOST_TOP_TABLES) {
      throw new IllegalArgumentException("tables of each ranking: " + topTables);
    }
  }
}
