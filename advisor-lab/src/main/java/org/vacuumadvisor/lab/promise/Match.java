package org.vacuumadvisor.lab.promise;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.vacuumadvisor.lab.paced.Script;
import org.vacuumadvisor.postgres.Release;

/// One workload on one release, at the same time on as many servers as there are rivals.
///
/// @param sides what came of each
public record Match(Script script, Release release, Map<Rival, Outcome> sides) {
  public Match {
    sides = Collections.unmodifiableMap(new EnumMap<>(sides));
  }

  /// A server that somebody set up, and what it did afterwards.
  ///
  /// @param statements that set it up
  /// @param failures why some of them could not be run
  public record Outcome(List<String> statements, List<String> failures, Measured measured) {
    public Outcome {
      statements = List.copyOf(statements);
      failures = List.copyOf(failures);
    }
  }

  /// What the server of a rival did.
  ///
  /// @throws NullPointerException if it was not there
  Measured measured(Rival rival) {
    return outcome(rival).measured();
  }

  /// What came of a rival.
  ///
  /// @throws NullPointerException if it was not there
  Outcome outcome(Rival rival) {
    return requireNonNull(sides.get(rival));
  }

  /// The server of one in relation to that of another.
  Contrast contrast(Rival one, Rival other) {
    return new Contrast(measured(one), measured(other));
  }
}
