package org.vacuumadvisor.diagnosis;

import org.jspecify.annotations.Nullable;

/// One figure of a finding's proof.
///
/// @param label what it is: "dead rows"
/// @param value the figure as people read it: "1,200,000"
/// @param source where it came from: a view and column, or the ground of a threshold
/// @param provenance set for a threshold; null for what was observed
public record Fact(String label, String value, String source, @Nullable Provenance provenance) {

  /// A figure that was observed.
  public static Fact observed(String label, String value, String source) {
    return new Fact(label, value, source, null);
  }

  /// A bar that a figure was held against.
  public static Fact threshold(String label, String value, Provenance provenance, String ground) {
    return new Fact(label, value, ground, provenance);
  }
}
