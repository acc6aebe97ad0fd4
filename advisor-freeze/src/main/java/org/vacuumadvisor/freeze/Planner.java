package org.vacuumadvisor.freeze;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.vacuumadvisor.freeze.Appointment.Step;
import org.vacuumadvisor.freeze.Appointment.Step.Reason;
import org.vacuumadvisor.freeze.Deadline.Limit;
import org.vacuumadvisor.freeze.Planner.Placement.Chosen;
import org.vacuumadvisor.freeze.Windows.Slot;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.XidAge;

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

  /// The age from which on everything in a database has to be frozen in a window: the limit, less
  /// what is given out until the next window and for a day more.
  record Guard(IdRates rates, Wraparound ids, XidAge limit) {
    private static final Duration MARGIN = Duration.ofDays(1);

    /// The age for a window that starts at `start`; at least 1, which is the least that vacuumdb
    /// takes.
    long age(Instant start, Instant next) {
      return Math.max(1, roundedDown(limit.count() - reach(start, next)));
    }

    /// What is given out until the next window and for the margin.
    long reach(Instant start, Instant next) {
      return used(start, next.plus(MARGIN));
    }

    long used(Instant from, Instant to) {
      return rates.between(ids, from, to);
    }

    /// Three digits: a number that people can compare.
    private static long roundedDown(long number) {
      long unit = 1;
      while (number / unit >= 1000) {
        unit *= 10;
      }
      return number / unit * unit;
    }
  }

  /// What is planned for one window: tables, and why they are in it.
  static final class Placement {
    private final Windows.Slot slot;
    private final List<Chosen> chosen = new ArrayList<>();
    private Duration work = Duration.ZERO;

    /// A table in a window.
    ///
    /// @param guard the age from which on the command takes it
    /// @param isLate whether it will have passed its limit by then
    record Chosen(Track track, Step.Reason reason, long guard, boolean isLate) {
      Duration work() {
        return track.outlook().work().byHand();
      }

      String database() {
        return track.outlook().table().name().database();
      }
    }

    Placement(Windows.Slot slot) {
      this.slot = slot;
    }

    Windows.Slot slot() {
      return slot;
    }

    List<Chosen> chosen() {
      return chosen;
    }

    void add(Chosen more) {
      chosen.add(more);
      work = work.plus(more.work());
    }

    void remove(Set<Chosen> gone) {
      chosen.removeIf(gone::contains);
      work = chosen.stream().map(Chosen::work).reduce(Duration.ZERO, Duration::plus);
    }

    /// All of it, one after the other: several connections share the same disks.
    Duration work() {
      return work;
    }

    boolean hasRoomFor(Duration more) {
      return work.plus(more).compareTo(slot.length()) <= 0;
    }

    boolean isTooLong() {
      return work.compareTo(slot.length()) > 0;
    }
  }

  /// A table's ages through a plan: they grow at the rates, and freezing sets them to zero.
  static final class Track {
    private final TableOutlook outlook;
    private final IdRates rates;

    /// How many IDs of a kind were left at `since` before it is forced.
    private final Map<Wraparound, Long> left = new EnumMap<>(Wraparound.class);

    private Instant since;
    private boolean isFrozen;
    private int slot = -1;

    Track(TableOutlook outlook, IdRates rates, Instant now) {
      this.outlook = outlook;
      this.rates = rates;
      this.since = now;
      outlook.deadlines().stream()
          .filter(each -> each.limit() == Limit.FORCED)
          .forEach(each -> left.merge(each.ids(), each.margin(), Math::min));
    }

    TableOutlook outlook() {
      return outlook;
    }

    /// The last window it was frozen in; -1 before any.
    int slot() {
      return slot;
    }

    /// The age by which vacuumdb selects: the greater one of table and TOAST table.
    long age(Wraparound ids, Instant at) {
      return rates.between(ids, since, at) + (isFrozen ? 0 : ageNow(ids));
    }

    /// How many IDs are left before it is forced; negative where it is past that.
    long left(Wraparound ids, Instant at) {
      return left.getOrDefault(ids, Wraparound.WRAP.count()) - rates.between(ids, since, at);
    }

    /// It was frozen in that window.
    void freeze(int inSlot, Instant at) {
      isFrozen = true;
      for (var ids : Wraparound.values()) {
        left.put(ids, outlook.limit(ids, Limit.FORCED).count());
      }
      since = at;
      slot = inSlot;
    }

    long ageNow(Wraparound ids) {
      return switch (ids) {
        case TRANSACTIONS -> outlook.xid().count();
        case MULTIXACTS -> outlook.multixact().count();
      };
    }

    boolean wasFrozen() {
      return isFrozen;
    }
  }
}
