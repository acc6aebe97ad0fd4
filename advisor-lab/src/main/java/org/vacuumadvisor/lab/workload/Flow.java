package org.vacuumadvisor.lab.workload;

import java.util.List;

/// Statements that come together, in one transaction.
///
/// @param name one word, for reports
/// @param rate more than 0: how often a second where work is paced; else how often in relation to
///   the other flows
/// @param statements at least one, in their order
public record Flow(String name, double rate, List<Statement> statements) {
  public Flow {
    statements = List.copyOf(statements);
    if (!(rate > 0) || statements.isEmpty()) {
      throw new IllegalArgumentException(
          "The flow \"" + name + "\" needs a rate above 0 and a statement.");
    }
  }
}
