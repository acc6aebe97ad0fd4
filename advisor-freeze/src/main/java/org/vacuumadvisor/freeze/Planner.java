package org.vacuumadvisor.freeze;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
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

  private final List<Guard> guards;
  private final List<Track> tracks;
  private final List<Placement> placements = new ArrayList<>();

  /// @param tables those that can be frozen, and those that a command would try in vain
  /// @param guards of each kind of ID, in the order in which they are asked
  Planner(List<TableOutlook> tables, IdRates rates, List<Guard> guards, Instant now) {
    this.guards = guards;
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
      spread(placement, at);
      for (var each : placement.chosen()) {
        if (!each.outlook().isHeld()) {
          each.track().freeze(at, placement.slot().start());
        }
      }
    }
    return placements.stream().filter(each -> !each.chosen().isEmpty()).toList();
  }

  private void fill(Placement placement, Instant next) {
    var start = placement.slot().start();
    var bounds = guards.stream().map(each -> each.bound(start, next)).toList();
    for (var track : tracks) {
      bounds.stream()
          .filter(each -> track.age(each.ids(), start) >= each.age())
          .findFirst()
          .map(each -> chosen(track, each.reason(), each.age(), start))
          .or(() ->
              bounds.stream()
                  .filter(each -> track.left(each.ids(), start) <= each.reach())
                  .findFirst()
                  .map(_ -> named(track, Reason.LOWER_LIMIT, start)))
          .ifPresent(placement::add);
    }
  }

  private Chosen chosen(Track track, Reason reason, long guard, Instant start) {
    boolean isLate = guards.stream().anyMatch(each -> track.left(each.ids(), start) < 0);
    return new Chosen(track, reason, guard, isLate);
  }

  /// For a table that is called by its name the age only asks whether somebody froze it meanwhile.
  private Chosen named(Track track, Reason reason, Instant start) {
    long expected = track.age(Wraparound.TRANSACTIONS, start) / 2;
    long now = track.isFrozen ? expected : track.outlook.age(Wraparound.TRANSACTIONS).count();
    return chosen(track, reason, Math.max(1, Math.min(expected, now)), start);
  }

  private void spread(Placement full, int at) {
    var leastWork = full.slot().length().dividedBy(WORTH_A_NAME);
    var largest =
        full.chosen().stream()
            .filter(each -> !each.outlook().isHeld())
            .filter(each -> each.work().compareTo(leastWork) > 0)
            .sorted(Comparator.comparing(Chosen::work).reversed())
            .toList();
    for (var each : largest) {
      int earlier = full.hasRoomFor(Duration.ZERO) ? -1 : roomFor(each, at);
      if (earlier >= 0) {
        var to = placements.get(earlier);
        var start = to.slot().start();
        to.add(named(each.track(), Reason.SPREAD, start));
        each.track().freeze(earlier, start);
        full.remove(each);
      }
    }
  }

  /// The latest earlier window with room, after the one it was frozen in last; -1 if there is none.
  private int roomFor(Chosen one, int before) {
    for (int at = before - 1; at > one.track().slot; at--) {
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

    /// What has to be frozen in one window.
    ///
    /// @param age from this on; at least 1, which is the least that vacuumdb takes
    /// @param reach what is given out until the next window and for the margin
    record Bound(Wraparound ids, long age, long reach) {
      Reason reason() {
        return switch (ids) {
          case TRANSACTIONS -> Reason.OLD;
          case MULTIXACTS -> Reason.OLD_MULTIXACTS;
        };
      }
    }

    /// That of a window that starts at `start`.
    Bound bound(Instant start, Instant next) {
      long reach = used(start, next.plus(MARGIN));
      return new Bound(ids, Math.max(1, roundedDown(limit.count() - reach)), reach);
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

  /// What is planned for one window, while it is being planned: tables, and why they are in it.
  static final class Placement {
    private final Slot slot;
    private final List<Chosen> chosen = new ArrayList<>();

    /// All of it, one after the other: several connections share the same disks.
    private Duration work = Duration.ZERO;

    Placement(Slot slot) {
      this.slot = slot;
    }

    /// A table in a window.
    ///
    /// @param guard the age from which on the command takes it
    /// @param isLate whether it will have passed its limit by then
    record Chosen(Track track, Reason reason, long guard, boolean isLate) {
      TableOutlook outlook() {
        return track.outlook;
      }

      Duration work() {
        return outlook().work().byHand();
      }
    }

    Slot slot() {
      return slot;
    }

    List<Chosen> chosen() {
      return chosen;
    }

    void add(Chosen more) {
      chosen.add(more);
      work = work.plus(more.work());
    }

    void remove(Chosen gone) {
      chosen.remove(gone);
      work = work.minus(gone.work());
    }

    boolean hasRoomFor(Duration more) {
      return work.plus(more).compareTo(slot.length()) <= 0;
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

    /// The last window it was frozen in; -1 before any.
    private int slot = -1;

    Track(TableOutlook outlook, IdRates rates, Instant now) {
      this.outlook = outlook;
      this.rates = rates;
      this.since = now;
      outlook.deadlines().stream()
          .filter(each -> each.limit() == Limit.FORCED)
          .forEach(each -> left.merge(each.ids(), each.margin(), Math::min));
    }

    /// The age by which vacuumdb selects: the greater one of table and TOAST table.
    long age(Wraparound ids, Instant at) {
      return rates.between(ids, since, at) + (isFrozen ? 0 : outlook.age(ids).count());
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
  }
}
