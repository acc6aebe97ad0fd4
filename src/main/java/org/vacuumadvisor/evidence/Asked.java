package org.vacuumadvisor.evidence;

import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Source;

/// A figure that a rule asked for, and whether it was known.
///
/// @param label what people call it
/// @param source where it was known from; null where it was not
/// @param settledBy what would show it
public record Asked(String label, @Nullable Source source, Question settledBy) {

  public boolean isKnown() {
    return source != null;
  }

  /// Whether it is PostgreSQL's default, because nobody showed the setting.
  public boolean isAssumed() {
    return source instanceof Source.Assumed;
  }
}
