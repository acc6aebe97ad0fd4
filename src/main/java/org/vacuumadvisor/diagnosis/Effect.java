package org.vacuumadvisor.diagnosis;

import java.util.List;

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

  /// A figure that the simulator gives for today and for after the change, together with all other
  /// changes that are recommended beside it.
  ///
  /// @param what the figure: "most dead rows at a time"
  /// @param price what else changes: how busy workers are, how much is written
  /// @param alternatives what else was tried in its place, from weak to strong, the one chosen
  ///   among them
  /// @param basis what was simulated, and on which figures
  record Simulated(
      String what,
      Unit unit,
      Band today,
      Band after,
      String price,
      List<Alternative> alternatives,
      String basis)
      implements Effect {
    public Simulated {
      alternatives = List.copyOf(alternatives);
    }
  }

  /// What simulated figures count.
  enum Unit {
    ROWS,
    SECONDS,
    PASSES,
    /// Parts of a whole, 0 to 1.
    SHARE,
    BYTES
  }

  /// A figure that is not certain.
  ///
  /// @param low it is less in 10 of 100 cases
  /// @param high it is more in 10 of 100 cases
  record Band(double low, double likely, double high) {}

  /// Something tried in the simulator.
  ///
  /// @param setting what was turned, `autovacuum_naptime`; empty where nothing was
  /// @param to its value, or in words what was tried: `as it is`
  /// @param value the likely figure with it
  /// @param verdict why it is the one, or why not
  record Alternative(String setting, String to, double value, String verdict) {

    /// `autovacuum_naptime = 10s`.
    public String change() {
      return setting.isEmpty() ? to : "%s = %s".formatted(setting, to);
    }
  }

  /// No figure can be given, and why.
  record NotPredicted(String why) implements Effect {}
}
