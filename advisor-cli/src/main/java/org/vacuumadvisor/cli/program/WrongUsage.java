package org.vacuumadvisor.cli.program;

/// What somebody asked for is nothing that the command can do: the command line is wrong.
public final class WrongUsage extends RuntimeException {
  private static final long serialVersionUID = 1;

  /// @param why a sentence, perhaps without a full stop
  public WrongUsage(String why) {
    super(why);
  }
}
