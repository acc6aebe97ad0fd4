package org.vacuumadvisor.freeze;

import java.util.List;
import java.util.stream.Stream;

/// A window in which there is something to freeze.
///
/// @param late those for which autovacuum will come before the window
public record Appointment(Windows.Slot slot, List<Step> steps, List<TableOutlook> late) {
  public Appointment {
    steps = List.copyOf(steps);
    late = List.copyOf(late);
  }

  public Stream<TableOutlook> touches() {
    return steps.stream().flatMap(each -> each.touches().stream());
  }

  /// All that its commands do, at most.
  public FreezeWork work() {
    return FreezeWork.of(touches());
  }

  /// Whether its work may last longer than the window.
  public boolean isTooLong() {
    return work().byHand().compareTo(slot.length()) > 0;
  }

  /// Whether leaving the indexes alone this once makes the work fit.
  public boolean fitsWithoutIndexes() {
    return isTooLong() && work().withoutIndexes().compareTo(slot.length()) <= 0;
  }
}
