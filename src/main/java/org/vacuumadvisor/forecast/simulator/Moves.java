package org.vacuumadvisor.forecast.simulator;

import org.vacuumadvisor.forecast.cluster.TableStart;

/// Updates that find no room on their page while others have it (`heap_update()`). A row whose
/// version went to the same page keeps a line pointer that redirects to it, so that a page holds a
/// few rows less with HOT updates than without: a page that is full gives these away once, as its
/// rows are updated for the first time, and later updates find the room of pruned versions. Where
/// the table has no such room on average, or most updates do not find it, rows go from one full
/// page to the next, and it never ends.
///
/// @param rate of the updates that will end, for each unit of load, as it was counted
/// @param left rows that have yet to go
/// @param pace how fast they become fewer
record Moves(double rate, double left, double pace) {
  /// Those counted go on for ever.
  static final Moves ENDLESS = new Moves(0, 0, 0);

  /// What was counted in a table. From 16 on the server counts updates that went to another page;
  /// before, all that are not HOT did where only unique indexes could have kept them from it. Each
  /// new row may go once, so that as many moves as there are new rows do not end.
  static Moves of(TableStart start, Footprint footprint) {
    var arrivals = start.arrivals();
    var heap = start.heap();
    boolean unchanged = start.indexes().stream().allMatch(each -> each.unique());
    double counted = unchanged ? arrivals.otherUpdates() : arrivals.movedUpdates();
    double ending = counted - arrivals.inserts();
    boolean mostFindRoom = arrivals.hotUpdates() > arrivals.otherUpdates();
    if (ending <= 0 || !mostFindRoom || heap.live() < 1 || !footprint.hasRoomForVersions(heap)) {
      return ENDLESS;
    }
    double pace = (arrivals.hotUpdates() + arrivals.otherUpdates()) / heap.live();
    return new Moves(ending, ending / pace, pace);
  }

  /// How many fewer come with so much more load than would at the rate counted.
  double fewer(double by) {
    return rate <= 0 ? 0 : rate * by - left * (1 - Math.exp(-pace * by));
  }

  /// How many fewer come now for each unit of load.
  double fewer() {
    return rate - left * pace;
  }

  /// The same after so much more load.
  Moves after(double by) {
    return rate <= 0 ? this : new Moves(rate, left * Math.exp(-pace * by), pace);
  }
}
