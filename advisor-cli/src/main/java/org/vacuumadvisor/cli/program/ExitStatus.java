package org.vacuumadvisor.cli.program;

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
}
