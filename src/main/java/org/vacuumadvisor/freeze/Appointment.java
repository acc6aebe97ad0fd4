package org.vacuumadvisor.freeze;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.unit.Bytes;

/// A window in which there is something to freeze.
///
/// @param byHand how long the commands take, at most
/// @param withoutIndexes the same with `--no-index-cleanup`
/// @param late those for which autovacuum will come before the window
public record Appointment(
    Windows.Slot slot,
    List<Step> steps,
    Duration byHand,
    Duration withoutIndexes,
    List<TableOutlook> late) {
  public Appointment {
    steps = List.copyOf(steps);
    late = List.copyOf(late);
  }

  public Stream<TableOutlook> touches() {
    return steps.stream().flatMap(each -> each.touches().stream());
  }

  /// Whether its work may last longer than the window.
  public boolean isTooLong() {
    return byHand.compareTo(slot.length()) > 0;
  }

  /// Whether leaving the indexes alone this once makes the work fit.
  public boolean fitsWithoutIndexes() {
    return isTooLong() && withoutIndexes.compareTo(slot.length()) <= 0;
  }

  /// What leaving the indexes alone puts off: the next vacuum of these tables has to read it.
  public Bytes indexDebt() {
    return sum(touches().map(each -> each.work().index().bytes(each.work().blockSize())));
  }

  public Bytes reads() {
    return sum(touches().map(each -> each.work().reads()));
  }

  public Bytes writes() {
    return sum(touches().map(each -> each.work().writes()));
  }

  private static Bytes sum(Stream<Bytes> all) {
    return all.reduce(Bytes.NONE, Bytes::plus);
  }
}
