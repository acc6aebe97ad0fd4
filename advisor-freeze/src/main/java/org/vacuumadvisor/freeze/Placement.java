package org.vacuumadvisor.freeze;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// What is planned for one window: tables, and why they are in it.
final class Placement {
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
