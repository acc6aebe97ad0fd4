package org.vacuumadvisor.cli.archive;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.cli.output.OutputFile;
import org.vacuumadvisor.cli.program.WrongUsage;
import org.vacuumadvisor.fleet.metrics.ListenAddress;
import org.vacuumadvisor.fleet.metrics.Metrics;
import org.vacuumadvisor.fleet.metrics.MetricsOptions;
import org.vacuumadvisor.fleet.metrics.ScrapeEndpoint;
import org.vacuumadvisor.source.SourceException;
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

  /// Fails before the work begins if what is asked for cannot be.
  ///
  /// @param once whether each server is looked at just once
  Metrics opened(Duration every, boolean once) throws SourceException {
    if (topTables < 0 || topTables > MetricsOptions.MOST_TOP_TABLES) {
      throw new WrongUsage(
          "--top-tables is a number from 0 to " + MetricsOptions.MOST_TOP_TABLES + ".");
    }
    if (textfile != null && !once) {
      throw new WrongUsage("--textfile goes with --once; a watch that stays has --listen.");
    }
    if (textfile != null) {
      new OutputFile(textfile).check();
    }
    return new Metrics(new MetricsOptions(topTables, runbooks, every));
  }

  /// Writes the file that was asked for.
  void write(Metrics metrics) throws SourceException {
    if (textfile != null) {
      new OutputFile(textfile).write(writer -> writer.write(metrics.text(Instant.now())));
    }
  }

  /// Lets Prometheus ask, where that was asked for.
  @Nullable ScrapeEndpoint listening(Metrics metrics) throws SourceException {
    try {
      return listen == null ? null : ScrapeEndpoint.open(ListenAddress.of(listen), metrics);
    } catch (IllegalArgumentException wrong) {
      throw new WrongUsage("--listen: " + wrong.getMessage() + ".");
    }
  }
}
