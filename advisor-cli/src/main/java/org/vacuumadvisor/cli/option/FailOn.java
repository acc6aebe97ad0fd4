package org.vacuumadvisor.cli.option;

import java.util.Locale;
import java.util.Optional;
import org.vacuumadvisor.cli.program.ExitStatus;
import org.vacuumadvisor.diagnosis.Severity;

/// From which severity on findings are a reason for exit status 1.
enum FailOn {
  CRITICAL,
  WARNING,
  ADVICE,
  INFO,
  NEVER;

  /// The exit status where this was found.
  ///
  /// @param worst the severity of the worst finding; empty if there is none
  public int status(Optional<Severity> worst) {
    return worst.filter(this::isReached).isPresent() ? ExitStatus.FINDINGS : ExitStatus.FINE;
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
