package org.vacuumadvisor.cli.program;

import java.util.function.Supplier;

/// What somebody asked for is nothing that the command can do: the command line is wrong.
public final class WrongUsage extends RuntimeException {
  private static final long serialVersionUID = 1;

  /// @param why a sentence, perhaps without a full stop
  public WrongUsage(String why) {
    super(why);
  }

  /// A value that is made of what was asked for; what refuses it says why.
  public static <T> T checked(Supplier<T> value) {
    try {
      return value.get();
    } catch (IllegalArgumentException mistake) {
      throw new WrongUsage(String.valueOf(mistake.getMessage()));
    }
  }
}
