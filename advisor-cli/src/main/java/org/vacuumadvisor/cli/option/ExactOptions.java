package org.vacuumadvisor.cli.option;

import java.time.Duration;
import java.util.Optional;
import org.vacuumadvisor.source.jdbc.Budget;
import org.vacuumadvisor.unit.Bytes;
import picocli.CommandLine.Option;

/// Whether whole files are read, and how much of that is allowed.
public final class ExactOptions {
  @Option(
      names = "--exact",
      description =
          "Measure bloat instead of estimating it: read the largest tables and B-trees whole, with"
              + " the extension pgstattuple. This loads the server's disks.")
  private boolean exact;

  @Option(
      names = "--exact-time",
      paramLabel = "TIME",
      defaultValue = "60s",
      description = "With --exact: the longest that it may take. Default: ${DEFAULT-VALUE}.")
  private Duration time;

  @Option(
      names = "--exact-size",
      paramLabel = "SIZE",
      defaultValue = "10GB",
      description = "With --exact: the most that it may read. Default: ${DEFAULT-VALUE}.")
  private Bytes size;

  /// What may be read; empty where nothing was asked for.
  public Optional<Budget> budget() {
    return exact ? Optional.of(new Budget(time, size)) : Optional.empty();
  }
}
