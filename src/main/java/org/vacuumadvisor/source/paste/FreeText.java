package org.vacuumadvisor.source.paste;

/// What a paste says outside of tables and of names with values: plans of queries.
final class FreeText {
  private final Plans plans;

  FreeText(Gathered gathered) {
    this.plans = new Plans(gathered);
  }

  /// How many figures were read.
  int read() {
    return plans.read();
  }

  /// Takes a line; false if nobody knows what it says.
  boolean take(Line line) {
    return plans.take(line);
  }

  /// Takes a table that is none of figures.
  boolean take(Grid grid) {
    return plans.take(grid);
  }

  /// A statement stands here.
  void state(Statement statement, int line) {
    plans.finish();
  }

  /// A blank line, or one that someone else understands.
  void gap() {
    plans.finish();
  }

  /// The text is over.
  void finish() {
    plans.finish();
  }
}
