package org.vacuumadvisor.tuning;

/// Whether a change gains enough to be asked for: a change of the whole server has to gain more
/// than one of a table.
final class Worth {
  /// A change of one table takes a fifth off: less is within what the load varies from day to day.
  private static final double OF_TABLE = 0.8;

  /// A change of the server halves what it is made for.
  private static final double OF_SERVER = 0.5;

  /// And takes off so many rows: plain pgbench has more dead rows than these at a time in one of
  /// its small tables, and gains nothing from fewer.
  private static final double MANY_ROWS = 10_000;

  private Worth() {}

  /// Whether a figure that is too high without a change is so much lower with it.
  static boolean isWorthIt(Knob knob, Guard guard, double without, double with) {
    return guard.excess(without) > 0
        && switch (knob) {
          case Knob.OfTable _, Knob.Spread _ -> with <= OF_TABLE * without;
          case Knob.OfServer _ ->
              with <= OF_SERVER * without && (!isOfRows(guard) || without - with >= MANY_ROWS);
        };
  }

  private static boolean isOfRows(Guard guard) {
    return guard instanceof Guard.OfTable it
        && switch (it.figure()) {
          case DEAD_ROWS, INSERTED_ROWS, CHANGED_ROWS -> true;
          case INDEX_PASSES, ASLEEP, WAIT, MOVED_UPDATES -> false;
        };
  }
}
