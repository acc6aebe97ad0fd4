package org.vacuumadvisor.story;

import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.IndexWork;
import org.vacuumadvisor.model.history.Outcome;
import org.vacuumadvisor.model.history.Passes;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.Trait;

/// The figures of a vacuum under one name each: reports by hand up to 14 print other ones than
/// reports of autovacuum and those from 15 on. Null is what a run does not print.
record RunFigures(Run run) {

  Outcome outcome() {
    return run.outcome();
  }

  boolean is(Trait trait) {
    return run.is(trait);
  }

  /// Row versions that it removed itself; not those that queries had pruned before.
  @Nullable Figure removed() {
    var tuples = outcome().tuples();
    return tuples.removed() != null
        ? Figure.printed("tuples.removed", tuples.removed())
        : Figure.printed("tuples.removable", tuples.removable());
  }

  /// Row versions that are there after it, dead ones included.
  @Nullable Figure remain() {
    var tuples = outcome().tuples();
    return tuples.remain() != null
        ? Figure.printed("tuples.remain", tuples.remain())
        : Figure.printed("tuples.nonremovable", tuples.nonremovable());
  }

  /// Dead row versions that somebody may still see.
  @Nullable Figure kept() {
    return Figure.printed("tuples.deadNotRemovable", outcome().tuples().deadNotRemovable());
  }

  /// Dead row versions on pages that it could not clean.
  @Nullable Figure missed() {
    return Figure.printed("tuples.missedDead", outcome().tuples().missedDead());
  }

  @Nullable Figure pagesRead() {
    return Figure.printed("pages.scanned", outcome().pages().scanned());
  }

  /// Pages of the table when it began; up to 14 only reports by hand tell.
  @Nullable Figure pagesBefore() {
    var pages = outcome().pages();
    if (pages.total() != null) {
      return Figure.count("pages.total", pages.total());
    }
    var remain = Figure.printed("pages.remain", pages.remain());
    var removed = Figure.printed("pages.removed", pages.removed());
    return remain == null || removed == null
        ? null
        : removed.isSome() ? remain.plus(removed) : remain;
  }

  @Nullable Figure pagesAfter() {
    var pages = outcome().pages();
    if (pages.remain() != null) {
      return Figure.count("pages.remain", pages.remain());
    }
    var cuts = run.passes().truncations();
    return cuts.isEmpty()
        ? Figure.printed("pages.total", pages.total())
        : Figure.count("truncations.to", cuts.getLast().to());
  }

  @Nullable Figure pagesGivenBack() {
    var pages = outcome().pages();
    if (pages.removed() != null) {
      return Figure.count("pages.removed", pages.removed());
    }
    var cuts = run.passes().truncations();
    return cuts.isEmpty()
        ? pages.total() == null ? null : Figure.count("no truncations", 0)
        : Figure.count(
            "truncations.from - truncations.to", cuts.getFirst().from() - cuts.getLast().to());
  }

  /// Whether every page was looked at, so that its rows are counted and not estimated: none was
  /// passed by because someone had it pinned, which up to 14 counts as scanned.
  boolean isWholeTableRead() {
    var read = outcome().pages().scanned();
    var before = pagesBefore();
    var pinned = Figure.printed("pages.skippedPinned", outcome().pages().skippedPinned());
    return read != null
        && before != null
        && read >= before.whole()
        && (pinned == null || !pinned.isSome());
  }

  /// Whether the rows that remain are those of the pages it read alone.
  boolean isOfPagesRead() {
    return outcome().tuples().remain() == null && !isWholeTableRead();
  }

  /// How many times it went over all its indexes. Reports by hand up to 14 tell it by the scans of
  /// each.
  @Nullable Figure indexPasses() {
    if (outcome().indexScans() != null) {
      return Figure.count("indexScans", outcome().indexScans());
    }
    long most =
        run.indexes().stream().map(IndexWork::scans).mapToLong(each -> each.size()).max().orElse(0);
    return most == 0 ? null : Figure.count("indexes.scans", most);
  }

  /// Item pointers of dead rows that it took out of indexes and heap.
  @Nullable Figure itemsRemoved() {
    var scan = outcome().indexScan();
    if (scan != null) {
      return scan.decision() == Outcome.Decision.NEEDED
          ? Figure.count("indexScan.deadItemIds", scan.deadItemIds())
          : null;
    }
    return indexPasses() == null || run.passes().heap().isEmpty()
        ? null
        : Figure.count(
            "heapPasses.tuples",
            run.passes().heap().stream().mapToLong(Passes.HeapPass::tuples).sum());
  }

  /// The same, and of a table without an index those that it freed.
  @Nullable Figure itemsFreed() {
    var scan = outcome().indexScan();
    return scan != null && scan.decision() == Outcome.Decision.NOT_NEEDED && scan.deadItemIds() > 0
        ? Figure.count("indexScan.deadItemIds", scan.deadItemIds())
        : itemsRemoved();
  }

  @Nullable Figure elapsed() {
    var elapsed = run.secondsByAny();
    return elapsed == null ? null : Figure.seconds("elapsedSec", elapsed);
  }
}
