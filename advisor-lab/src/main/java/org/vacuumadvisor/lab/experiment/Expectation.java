package org.vacuumadvisor.lab.experiment;

import java.util.Optional;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.diagnosis.Effect;

/// What a recommendation that an experiment followed said it would do.
///
/// @param statement that was run
/// @param table whose figure it is, as SQL has it
/// @param today what it was held to be under the defaults
/// @param after what it was expected to become
public record Expectation(
    String statement, Effect.Figure figure, String table, Effect.Band today, Effect.Band after) {

  /// Empty where the simulator gave no figure.
  public static Optional<Expectation> of(Recommendation each) {
    return each.expected() instanceof Effect.Simulated simulated
        ? each.sql()
            .map(sql ->
                new Expectation(
                    sql,
                    simulated.figure(),
                    simulated.table(),
                    simulated.today(),
                    simulated.after()))
        : Optional.empty();
  }

  /// The figure with its table: `most dead rows at a time in public.orders`.
  public String what() {
    return figure.of(table);
  }

  public Effect.Unit unit() {
    return figure.unit();
  }
}
