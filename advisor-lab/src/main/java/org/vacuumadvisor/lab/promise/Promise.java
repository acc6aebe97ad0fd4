package org.vacuumadvisor.lab.promise;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.lab.experiment.Expectation;

/// A recommendation that was followed, and what came of it.
///
/// @param statement that was run
/// @param because ids of the findings it answers
/// @param expected what it promised; empty where it promised no figure
/// @param control the figure of the promise on the server that did not follow; `NaN` where that
///   cannot be seen, or nothing was promised
/// @param followed likewise on the server that followed
/// @param isWhole whether autovacuum came to the table in the time measured, or its dead rows grew
///   no further; before that, a figure is not yet at its highest
/// @param isAnswered whether the findings were gone afterwards, where they still were on the other
///   server; empty where they were gone there, too
/// @param failure why the statement could not be run; empty where it was
public record Promise(
    String statement,
    List<String> because,
    Optional<Expectation> expected,
    double control,
    double followed,
    boolean isWhole,
    Optional<Boolean> isAnswered,
    Optional<String> failure) {
  /// A fifth less is worth having: it is what the advisor itself asks of a change.
  private static final double WORTH_HAVING = 0.8;

  public Promise {
    because = List.copyOf(because);
  }

  /// Whether the figure came into the promised range; empty where there is no range, nothing could
  /// be seen, or the time was too short to see the highest value.
  public Optional<Boolean> isWithin() {
    return expected
        .map(Expectation::after)
        .filter(range -> followed > range.high() || (!Double.isNaN(followed) && isWhole))
        .map(range -> followed >= range.low() && followed <= range.high());
  }

  /// Whether it had an effect worth having: a fifth less of the figure than on the server that did
  /// not follow; where no figure was seen, that the findings are gone. Empty where neither is
  /// known.
  public Optional<Boolean> isWorthHaving() {
    if (!Double.isNaN(followed) && !Double.isNaN(control) && control > 0) {
      return Optional.of(followed <= WORTH_HAVING * control);
    }
    return isAnswered;
  }
}
