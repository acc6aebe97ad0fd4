package org.vacuumadvisor.cli.archive;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.cli.program.WrongUsage;
import org.vacuumadvisor.fleet.metrics.ListenAddress;
import org.vacuumadvisor.fleet.metrics.MetricsOptions;
import picocli.CommandLine.Option;

/// What monitoring systems are told of watched servers.
final class WatchMetrics {
  @Option(names = "--listen", paramLabel = "[HOST:]PORT")
  private @Nullable String listen;

  @Option(names = "--textfile", paramLabel = "FILE")
  private @Nullable Path textfile;

  @Option(names = "--top-tables", paramLabel = "N", defaultValue = "15")
  private int topTables;

  @Option(names = "--runbooks", paramLabel = "URL", defaultValue = "docs/rules/")
  private String runbooks;

  MetricsOptions options(Duration every) {
    if (topTables < 0 || topTables > MetricsOptions.MOST_TOP_TABLES) {
      throw new WrongUsage(
          "--top-tables is a number from 0 to " + MetricsOptions.MOST_TOP_TABLES + ".");
    }
    return new MetricsOptions(
        Optional.ofNullable(listen).map(this::address),
        Optional.ofNullable(textfile),
        topTables,
        runbooks,
        every);
  }

  private ListenAddress address(String text) {
    try {
      return ListenAddress.of(text);
    } catch (IllegalArgumentException wrong) {
      throw new WrongUsage("--listen: " + wrong.getMessage() + ".");
    }
  }
}
