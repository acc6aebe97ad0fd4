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
  @Option(
      names = "--listen",
      paramLabel = "[HOST:]PORT",
      description =
          "Let Prometheus ask for metrics at http://HOST:PORT/metrics. Without HOST only this"
              + " machine can; 0.0.0.0 is all its interfaces. There is no password.")
  private @Nullable String listen;

  @Option(
      names = "--textfile",
      paramLabel = "FILE",
      description =
          "Write metrics to this file, for the textfile collector of node_exporter: it reads files"
              + " that end in .prom. It is removed when the watch ends, but not with --once.")
  private @Nullable Path textfile;

  @Option(
      names = "--top-tables",
      paramLabel = "N",
      defaultValue = "15",
      description =
          "How many tables of each ranking (dead rows, inserts, changes, size, age) have metrics of"
              + " their own, up to 15. Default: ${DEFAULT-VALUE}.")
  private int topTables;

  @Option(
      names = "--runbooks",
      paramLabel = "URL",
      defaultValue = "docs/rules/",
      description =
          "Where the pages of the rules are, for links in alerts: the rule's id and .md are"
              + " appended. Default: ${DEFAULT-VALUE}.")
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
