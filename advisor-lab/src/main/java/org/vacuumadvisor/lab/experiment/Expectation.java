package org.vacuumadvisor.lab.experiment;

import java.util.Optional;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.diagnosis.Effect;

/// What a recommendation that an experiment followed said it would do.
///
/// @param statement that was run
/// @param what the figure, with its table: `most dead rows at a time in public.orders`
/// @param today what it was held to be under the defaults
/// @param after what it was expected to become
public record Expectation(
    String statement, String what, Effect.Unit unit, Effect.Band today, Effect.Band after) {
  private static final String DEAD_ROWS = "most dead rows at a time in ";

  /// Empty where the simulator gave no figure.
  public static Optional<Expectation> of(Recommendation each) {
    return each.expected() instanceof Effect.Simulated simulated
        ? each.sql()
            .map(sql ->
                new Expectation(
                    sql, simulated.what(), simulated.unit(), simulated.today(), simulated.after()))
        : Optional.empty();
  }

  /// Whether it is about the most dead rows of that table, which trials measure.
  boolean isOfDeadRows(TableForesight table) {
    return what.equals(DEAD_ROWS + table.runs().table().sql());
  }
}
