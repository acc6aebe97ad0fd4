package org.vacuumadvisor.source.jdbc;

import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.source.SourceException;

/// What one who looks twice at a server has seen.
public sealed interface Looks {

  /// Both times it answered.
  record Twice(Window window) implements Looks {}

  /// It was lost before the second look was over.
  ///
  /// @param survey the first look, which says so
  record Once(Survey survey, SourceException lost) implements Looks {
    static Once of(Survey first, SourceException lost) {
      var gap =
          new Gap(
              Gap.Kind.FAILED,
              "the second look: " + lost.explanation(),
              "what happened between the two",
              "sample again when the server answers");
      return new Once(first.with(first.coverage().plus(gap)), lost);
    }
  }
}
