package org.vacuumadvisor.lab.paced;

import java.time.Duration;
import java.util.List;

/// Statements that come together, in one transaction, so many times a second.
///
/// @param name one word, for reports
/// @param perSecond more than 0
/// @param statements at least one, in their order
public record Flow(String name, double perSecond, List<Statement> statements) {
  private static final double NANOS = 1e9;

  public Flow {
    statements = List.copyOf(statements);
    if (!(perSecond > 0) || statements.isEmpty()) {
      throw new IllegalArgumentException(
          "The flow \"" + name + "\" needs a rate above 0 and a statement.");
    }
  }

  /// From the start of one transaction to the start of the next.
  Duration every() {
    return Duration.ofNanos(Math.round(NANOS / perSecond));
  }
}
