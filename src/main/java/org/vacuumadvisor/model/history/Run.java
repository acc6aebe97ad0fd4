package org.vacuumadvisor.model.history;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One table's VACUUM or ANALYZE. A partition, a TOAST table and the ANALYZE after a VACUUM are
/// runs of their own.
///
/// @param outcome what it did to the table
/// @param indexes one each, in the order of their first mention
/// @param passes what it did step by step
/// @param usage what it cost
public record Run(
    Heading heading, Outcome outcome, List<IndexWork> indexes, Passes passes, Usage usage) {
  public Run {
    indexes = List.copyOf(indexes);
  }

  public boolean is(Trait trait) {
    return heading.traits().contains(trait);
  }

  /// Whether somebody called it, as it tells itself.
  public boolean isByHand() {
    return heading.trigger() == Trigger.MANUAL;
  }

  /// Whether nothing but its heading was read: neither that it ended nor a figure of what it left.
  public boolean isHeading() {
    return Collections.disjoint(
            heading.traits(), Set.of(Trait.COMPLETE, Trait.CANCELLED, Trait.FAILED))
        && outcome.pages().equals(PageCounts.NONE)
        && outcome.tuples().equals(TupleCounts.NONE)
        && outcome.cutoffXid() == null
        && indexes.isEmpty()
        && elapsedSeconds() == null;
  }

  /// The dead rows that it removed; 0 where it does not say.
  public long removed() {
    return zeroIfNull(outcome.tuples().gone());
  }

  /// The dead rows that had to stay; 0 where it does not say.
  public long kept() {
    return zeroIfNull(outcome.tuples().deadNotRemovable());
  }

  /// The rows that it left alive; 0 where it does not say.
  public long live() {
    return Math.max(0, zeroIfNull(outcome.tuples().left()) - kept());
  }

  /// How often it went through an index; 0 where it does not say.
  public long indexPasses() {
    return Math.max(
        zeroIfNull(outcome.indexScans()),
        indexes.stream().mapToLong(each -> each.scans().size()).max().orElse(0));
  }

  private static long zeroIfNull(@Nullable Long figure) {
    return figure == null ? 0 : figure;
  }

  /// How long it took; 0 where it does not say.
  public double seconds() {
    var elapsed = elapsedSeconds();
    return elapsed == null ? 0 : elapsed;
  }

  /// The time it took in seconds, by its own clock or its statement's; null where it does not say.
  public @Nullable Double elapsedSeconds() {
    return usage.cpu() == null ? usage.statementSeconds() : (Double) usage.cpu().elapsed();
  }

  /// The same, or what its rates tell where the line of its clock is missing.
  public @Nullable Double secondsByAny() {
    var elapsed = elapsedSeconds();
    return elapsed == null ? usage.secondsByRates() : elapsed;
  }
}
