package org.vacuumadvisor.cli.program;

import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.diagnosis.Condition;

/// What the exit status says. These numbers are a promise to scripts.
public final class ExitStatus {
  /// Done, and nothing at or above `--fail-on`.
  public static final int FINE = 0;

  /// Done, and there are findings at or above `--fail-on`.
  public static final int FINDINGS = 1;

  /// The command line is wrong.
  public static final int USAGE = 2;

  /// The input cannot be had: no connection, no permission, unreadable. Also where the output
  /// cannot be written.
  public static final int NO_INPUT = 3;

  /// A bug of ours.
  public static final int BUG = 70;

  private ExitStatus() {}

  /// What a Nagios plugin says of it: 0 OK, 1 WARNING, 2 CRITICAL, 3 UNKNOWN. A log is a part of
  /// the evidence by nature; a server of which a part could not be seen is not known.
  public static int ofCheck(Assessment assessment) {
    var condition = assessment.judgement().condition();
    return condition == Condition.NOTHING_WRONG_SHOWN && !assessment.evidence().isReadWhole()
        ? 0
        : ofCheck(condition);
  }

  /// The same of what several servers come to.
  public static int ofCheck(Condition condition) {
    return switch (condition) {
      case HEALTHY -> 0;
      case NEEDS_ATTENTION -> 1;
      case ACT_NOW -> 2;
      case NOTHING_WRONG_SHOWN, NOTHING_TO_JUDGE -> 3;
    };
  }
}
