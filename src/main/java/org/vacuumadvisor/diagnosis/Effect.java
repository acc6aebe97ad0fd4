package org.vacuumadvisor.diagnosis;

/// What a change is expected to do.
public sealed interface Effect {

  /// A figure today and after the change.
  ///
  /// @param what the figure: "dead rows when autovacuum comes"
  /// @param today its value now
  /// @param low the least it is expected to be
  /// @param high the most it is expected to be
  /// @param basis which figures and what arithmetic it rests on
  record Predicted(String what, String today, String low, String high, String basis)
      implements Effect {}

  /// No figure can be given, and why.
  record NotPredicted(String why) implements Effect {}
}
