package org.vacuumadvisor.freeze;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.vacuumadvisor.freeze.Placement.Chosen;
import org.vacuumadvisor.freeze.Step.Reason;
import org.vacuumadvisor.freeze.Windows.Slot;
import org.vacuumadvisor.postgres.Wraparound;

/// Puts tables into windows. It plays the calendar forward: in each window everything is frozen
/// that would be forced before the next one and a day's margin. What is too much for a window goes
/// to earlier ones that have room, the largest tables first.
final class Planner {
  /// A table that takes less than this part of a window is not worth a name in a command.
  private static final int WORTH_A_NAME = 50;

  private final Guard transactions;
  private final Guard multixacts;
  private final List<Track> tracks;
  private final List<Placement> placements = new ArrayList<>();

  /// @param tables those that can be frozen, and those that a command would try in vain
  Planner(
      List<TableOutlook> tables, IdRates rates, Guard transactions, Guard multixacts, Instant now) {
    this.transactions = transactions;
    this.multixacts = multixacts;
    this.tracks = tables.stream().map(each -> new Track(each, rates, now)).toList();
  }

  /// The windows in which there is something to do.
  ///
  /// @param slots in order; the last one only tells how far the one before it has to reach
  List<Placement> plan(List<Slot> slots) {
    for (int at = 0; at + 1 < slots.size(); at++) {
      var placement = new Placement(slots.get(at));
      placements.add(placement);
      fill(placement, slots.get(at + 1).start());
      if (placement.isTooLong()) {
        spread(placement, at);
      }
      for (var each : placement.chosen()) {
        if (!each.track().outlook().isHeld()) {
          each.track().freeze(at, placement.slot().start());
        }
      }
    }
    return placements.stream().filter(each -> !each.chosen().isEmpty()).toList();
  }

  private void fill(Placement placement, Instant next) {
    var start = placement.slot().start();
    long minXidAge = transactions.age(start, next);
    long minMultixactAge = multixacts.age(start, next);
    long leastLeft = transactions.reach(start, next);
    long leastMultixactsLeft = multixacts.reach(start, next);
    for (var track : tracks) {
      if (track.age(Wraparound.TRANSACTIONS, start) >= minXidAge) {
        placement.add(chosen(track, Reason.OLD, minXidAge, start));
      } else if (track.age(Wraparound.MULTIXACTS, start) >= minMultixactAge) {
        placement.add(chosen(track, Reason.OLD_MULTIXACTS, minMultixactAge, start));
      } else if (track.left(Wraparound.TRANSACTIONS, start) <= leastLeft
          || track.left(Wraparound.MULTIXACTS, start) <= leastMultixactsLeft) {
        placement.add(chosen(track, Reason.LOWER_LIMIT, named(track, start), start));
      }
    }
  }

  private static Chosen chosen(Track track, Reason reason, long guard, Instant start) {
    boolean isLate =
        track.left(Wraparound.TRANSACTIONS, start) < 0
            || track.left(Wraparound.MULTIXACTS, start) < 0;
    return new Chosen(track, reason, guard, isLate);
  }

  /// For a table that is called by its name the age only asks whether somebody froze it meanwhile.
  private static long named(Track track, Instant at) {
    long expected = track.age(Wraparound.TRANSACTIONS, at) / 2;
    return Math.max(
        1,
        track.wasFrozen() ? expected : Math.min(expected, track.ageNow(Wraparound.TRANSACTIONS)));
  }

  private void spread(Placement full, int at) {
    var leastWork = full.slot().length().dividedBy(WORTH_A_NAME);
    var largest =
        full.chosen().stream()
            .filter(each -> !each.track().outlook().isHeld())
            .filter(each -> each.work().compareTo(leastWork) > 0)
            .sorted(Comparator.comparing(Chosen::work).reversed())
            .toList();
    Set<Chosen> moved = new HashSet<>();
    var left = full.work();
    for (var each : largest) {
      if (left.compareTo(full.slot().length()) <= 0) {
        break;
      }
      var earlier = roomFor(each, at);
      if (earlier >= 0) {
        var to = placements.get(earlier);
        var start = to.slot().start();
        to.add(chosen(each.track(), Reason.SPREAD, named(each.track(), start), start));
        each.track().freeze(earlier, start);
        moved.add(each);
        left = left.minus(each.work());
      }
    }
    full.remove(moved);
  }

  /// The latest earlier window with room, after the one it was frozen in last; -1 if there is none.
  private int roomFor(Chosen one, int before) {
    for (int at = before - 1; at > one.track().slot(); at--) {
      if (placements.get(at).hasRoomFor(one.work())) {
        return at;
      }
    }
    return -1;
  }
}
