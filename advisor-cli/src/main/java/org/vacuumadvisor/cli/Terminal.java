package org.vacuumadvisor.cli;

import java.io.Console;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// What the two standard streams are connected to. The launcher looks, because Java can only tell
/// whether input and output both are a terminal.
///
/// @param output whether standard output is a terminal
/// @param error whether standard error is a terminal
/// @param mayColor whether the user allows colour at all
record Terminal(boolean output, boolean error, boolean mayColor) {
  static final String OUTPUT_PROPERTY = "vacuumadvisor.terminal.output";
  static final String ERROR_PROPERTY = "vacuumadvisor.terminal.error";

  /// The terminal of this process.
  static Terminal ofProcess() {
    return of(System::getProperty, System.getenv());
  }

  /// `NO_COLOR`, if not empty, forbids colour (no-color.org); so does a dumb terminal.
  static Terminal of(UnaryOperator<String> property, Map<String, String> environment) {
    return new Terminal(
        isTerminal(property.apply(OUTPUT_PROPERTY)),
        isTerminal(property.apply(ERROR_PROPERTY)),
        environment.getOrDefault("NO_COLOR", "").isEmpty()
            && !environment.getOrDefault("TERM", "").equals("dumb"));
  }

  /// Whether results may be coloured.
  boolean hasColor() {
    return output && mayColor;
  }

  /// Whether progress may be drawn over itself on standard error.
  boolean hasProgress() {
    return error;
  }

  private static boolean isTerminal(@Nullable String told) {
    return told == null
        ? Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false)
        : told.equals("true");
  }
}
