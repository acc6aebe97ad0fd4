package org.vacuumadvisor.cli;

import java.util.Locale;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.diagnosis.Severity;

/// From which severity on findings are a reason for exit status 1.
enum FailOn {
  CRITICAL,
  WARNING,
  ADVICE,
  INFO,
  NEVER;

  int status(Assessment assessment) {
    return assessment.worst().filter(this::isReached).isPresent()
        ? ExitStatus.FINDINGS
        : ExitStatus.FINE;
  }

  private boolean isReached(Severity worst) {
    return switch (this) {
      case CRITICAL -> worst.compareTo(Severity.CRITICAL) <= 0;
      case WARNING -> worst.compareTo(Severity.WARNING) <= 0;
      case ADVICE -> worst.compareTo(Severity.ADVICE) <= 0;
      case INFO -> true;
      case NEVER -> false;
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
