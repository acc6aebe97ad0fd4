package org.vacuumadvisor.diagnosis;

import org.vacuumadvisor.unit.Quantities;

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
      implements Effect {
    /// One that is certain.
    public Predicted(String what, Object today, Object after, String basis) {
      this(
          what,
          Quantities.inWords(today),
          Quantities.inWords(after),
          Quantities.inWords(after),
          basis);
    }
  }

  /// A figure that the simulator gives for today and for after the change, together with all other
  /// changes that are recommended beside it.
  ///
  /// @param table whose figure it is, as SQL has it
  /// @param price what else changes: how busy workers are, how much is written
  /// @param basis what was simulated, and on which figures
  record Simulated(Figure figure, String table, Band today, Band after, String price, String basis)
      implements Effect {
    /// The figure and whose it is: "most dead rows at a time in public.orders".
    public String what() {
      return figure.of(table);
    }

    public Unit unit() {
      return figure.unit;
    }
  }

  /// What the simulator gives figures of.
  enum Figure {
    DEAD_ROWS("most dead rows at a time in %s", Unit.ROWS),
    INSERTED_ROWS("most rows inserted between two vacuums of %s", Unit.ROWS),
    CHANGED_ROWS("most rows changed between two analyzes of %s", Unit.ROWS),
    INDEX_PASSES("passes over the indexes in a vacuum of %s", Unit.PASSES),
    ASLEEP("time asleep in vacuums of %s", Unit.SHARE),
    WAIT("longest wait for a worker of %s", Unit.SECONDS),
    MOVED_UPDATES(
        "updates of %s that leave their page for lack of room, once its pages are filled anew",
        Unit.SHARE);

    private final String words;
    private final Unit unit;

    Figure(String words, Unit unit) {
      this.words = words;
      this.unit = unit;
    }

    /// In words, with the table whose figure it is.
    public String of(String table) {
      return words.formatted(table);
    }

    public Unit unit() {
      return unit;
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

  /// No figure can be given, and why.
  record NotPredicted(String why) implements Effect {}
}
