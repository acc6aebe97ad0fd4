package org.vacuumadvisor.verify;

import org.vacuumadvisor.diagnosis.Effect;

/// What a change is to make of a figure.
///
/// @param of the table whose figure it is, as SQL has it; of a figure of the server, one that adds
///   to it
/// @param today the figure as it was foreseen without any change: P10, likely, P90
/// @param after with all changes of the plan
public record Promise(Effect.Figure figure, String of, Effect.Band today, Effect.Band after) {

  /// `most dead rows at a time in public.orders`.
  public String what() {
    return figure.of(of);
  }
}
