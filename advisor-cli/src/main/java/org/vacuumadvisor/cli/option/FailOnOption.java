package org.vacuumadvisor.cli.option;

import java.util.Optional;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.diagnosis.Severity;
import picocli.CommandLine.Option;

/// From which severity on findings are told by the exit status.
public final class FailOnOption {
  @Option(names = "--fail-on", paramLabel = "SEVERITY", defaultValue = "critical")
  private FailOn failOn;

  /// From which severity on.
  private enum FailOn {
    CRITICAL,
    WARNING,
    ADVICE,
    INFO,
    NEVER
  }

  /// The exit status after this assessment.
  public int status(Assessment assessment) {
    return status(assessment.worst());
  }

  /// The same after something else.
  ///
  /// @param worst the severity of the worst finding; empty if there is none
  public int status(Optional<Severity> worst) {
    boolean isReached =
        failOn != FailOn.NEVER
            && worst
                .filter(each -> each.compareTo(Severity.valueOf(failOn.name())) <= 0)
                .isPresent();
    return isReached ? ExitStatus.FINDINGS : ExitStatus.FINE;
  }
}
