package org.vacuumadvisor.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.model.history.Historian;
import org.vacuumadvisor.source.SourceException;
import picocli.CommandLine.Option;

/// Logs of the server that is looked at.
final class LogOption {
  private static final int RUNS_KEPT = 100;

  @Option(
      names = "--log",
      paramLabel = "FILE",
      description =
          "Read this log of the server as well: it tells what counters cannot, such as cancelled"
              + " vacuums. In any format, compressed or not. May be repeated, oldest first.")
  private List<String> files = new ArrayList<>();

  boolean isGiven() {
    return !files.isEmpty();
  }

  /// The assessment of the same server with what the logs tell of it.
  Assessment added(Assessment surveyed, PrintWriter messages, Terminal terminal)
      throws SourceException {
    if (files.isEmpty()) {
      return surveyed;
    }
    var historian = new Historian(RUNS_KEPT);
    var result = LogInputs.of(files).read(historian, messages, terminal);
    return Advisor.reassess(
        surveyed.situation(), historian.history().covering(result.understanding()));
  }
}
