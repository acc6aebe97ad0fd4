package org.vacuumadvisor.cli;

import java.util.Optional;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.diagnosis.Severity;
import picocli.CommandLine.Option;

/// From which severity on findings are told by the exit status.
final class FailOnOption {
  @Option(
      names = "--fail-on",
      paramLabel = "SEVERITY",
      defaultValue = "critical",
      description =
          "Exit with status 1 where there are findings from this severity on, whether shown or"
              + " not: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private FailOn failOn;

  int status(Assessment assessment) {
    return failOn.status(assessment.worst());
  }

  /// @param worst the severity of the worst finding; empty if there is none
  int status(Optional<Severity> worst) {
    return failOn.status(worst);
  }
}
