package org.vacuumadvisor.lab.promise;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.vacuumadvisor.diagnosis.Effect;

/// A recommendation that was followed, and what came of it.
///
/// @param statement that was run
/// @param because ids of the findings it answers
/// @param expected what it promised; empty where it promised no figure
/// @param came the figure of the promise on the server that followed; empty where that cannot be
///   seen, or nothing was promised
/// @param ofNobody likewise on the server that nobody set up
/// @param whole whether autovacuum came to the table in the time measured, or its dead rows grew no
///   further; before that, a figure is not yet at its highest
/// @param answered whether the findings were gone afterwards, where they still were on the server
///   that nobody set up; empty where they were gone there, too
/// @param failure why the statement could not be run; empty where it was
public record Promise(
    String statement,
    List<String> because,
    Optional<Effect.Simulated> expected,
    OptionalDouble came,
    OptionalDouble ofNobody,
    boolean whole,
    Optional<Boolean> answered,
    Optional<String> failure) {
  /// A fifth less is worth having: it is what the advisor itself asks of a change.
  private static final double WORTH_HAVING = 0.8;

  /// Whether the figure came into the promised range; empty where there is no range, nothing could
  /// be seen, or the time was too short to see the highest value.
  public Optional<Boolean> isWithin() {
    if (expected.isEmpty() || came.isEmpty()) {
      return Optional.empty();
    }
    var range = expected.get().after();
    double figure = came.getAsDouble();
    return whole || figure > range.high()
        ? Optional.of(figure >= range.low() && figure <= range.high())
        : Optional.empty();
  }

  /// Whether it had an effect worth having: a fifth less of the figure than on the server that
  /// nobody set up; where no figure was seen, that the findings are gone. Empty where neither is
  /// known.
  public Optional<Boolean> isWorthHaving() {
    return came.isPresent() && ofNobody.orElse(0) > 0
        ? Optional.of(came.getAsDouble() <= WORTH_HAVING * ofNobody.getAsDouble())
        : answered;
  }

  /// Neither out of its range, nor of no use, nor failed.
  boolean isKept() {
    return failure.isEmpty() && isWithin().orElse(true) && isWorthHaving().orElse(true);
  }
}
