package org.vacuumadvisor.model.history;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ReleaseRange;

/// Which release wrote a report or a message: each prints lines that others do not. A line that is
/// there tells by itself; that one is missing tells something only where its neighbours are there,
/// for people copy parts.
final class ReleaseClues {
  /// Messages that not every release has.
  private static final Map<NoticeKind, ReleaseRange> OF_MESSAGES =
      Map.of(
          NoticeKind.PARALLEL_DISABLED, ReleaseRange.startingAt(Release.V13),
          NoticeKind.FAILSAFE, ReleaseRange.startingAt(Release.V14),
          NoticeKind.STATISTICS_STALE, ReleaseRange.endingAt(Release.V14),
          NoticeKind.EAGER_SCAN_DISABLED, ReleaseRange.startingAt(Release.V18),
          NoticeKind.WORKERS_ABOVE_SLOTS, ReleaseRange.startingAt(Release.V18),
          NoticeKind.UNINITIALIZED_PAGE, ReleaseRange.endingAt(Release.V11),
          NoticeKind.MULTIXACT_MEMBERS_WARNING, ReleaseRange.endingAt(Release.V18),
          NoticeKind.MULTIXACT_MEMBERS_STOP, ReleaseRange.endingAt(Release.V18));

  /// What reports are known by, from the earliest release on.
  private static final List<Clue> CLUES =
      List.of(
          until(Release.V9_6, run -> run.is(Trait.USAGE_OF_SYSTEM_FIRST)),
          until(Release.V9_6, ReleaseClues::lacksOldestXmin),
          since(Release.V10, run -> run.outcome().oldestXmin() != null),
          since(Release.V10, ReleaseClues::tellsUserFirst),
          since(Release.V11, run -> run.is(Trait.AGGRESSIVE)),
          until(Release.V11, run -> run.is(Trait.ITEM_POINTERS)),
          since(Release.V12, ReleaseClues::tellsIdentifiers),
          since(Release.V12, run -> run.is(Trait.TO_PREVENT_WRAPAROUND)),
          until(Release.V12, ReleaseClues::lacksWal),
          since(Release.V13, run -> run.usage().wal() != null || !run.passes().workers().isEmpty()),
          until(Release.V13, run -> run.is(Trait.WAL_LAST)),
          until(Release.V13, run -> run.outcome().tuples().unusedItemIdentifiers() != null),
          until(Release.V13, run -> run.outcome().pages().empty() != null),
          until(Release.V13, ReleaseClues::lacksNewlyDeleted),
          since(Release.V14, run -> run.outcome().indexScan() != null),
          since(Release.V14, run -> run.usage().io() != null || run.is(Trait.FAILSAFE)),
          since(Release.V14, run -> any(run, index -> index.newlyDeleted() != null)),
          until(Release.V14, run -> run.outcome().oldestXmin() != null || run.is(Trait.BARE_NAME)),
          until(Release.V14, run -> run.outcome().pages().skippedPinned() != null),
          until(Release.V14, run -> !run.passes().heap().isEmpty()),
          until(Release.V14, run -> any(run, index -> index.rowVersions() != null)),
          until(Release.V14, run -> any(run, index -> !index.scans().isEmpty())),
          since(Release.V15, run -> run.outcome().cutoff() != null),
          since(Release.V15, run -> run.outcome().newRelfrozenXid() != null),
          since(Release.V15, run -> run.outcome().pages().scannedPercent() != null),
          until(Release.V15, run -> hasRow(run) && run.outcome().frozen() == null),
          since(Release.V16, run -> run.outcome().frozen() != null),
          until(Release.V17, run -> hasRow(run) && run.outcome().visibilityMap() == null),
          until(Release.V17, ReleaseClues::lacksEagerlyScanned),
          since(Release.V18, run -> run.outcome().visibilityMap() != null),
          since(Release.V18, run -> run.outcome().pages().eagerlyScanned() != null),
          since(Release.V18, run -> run.usage().delayMs() != null),
          until(Release.V18, ReleaseClues::lacksMemory),
          since(Release.V19, run -> run.heading().mode() == Mode.REPACK),
          since(Release.V19, run -> run.heading().mode() == Mode.REPACK_BY_INDEX),
          since(Release.V19, run -> run.usage().memory() != null));

  /// @param isIn whether a report has it
  private record Clue(ReleaseRange releases, Predicate<Run> isIn) {
    boolean narrows(ReleaseRange known) {
      return !known.and(releases).equals(known);
    }
  }

  private ReleaseRange known = ReleaseRange.ANY;

  /// Those that would still tell something new: few, once some runs were seen.
  private List<Clue> open = CLUES;

  /// The releases that all of it may be of.
  ReleaseRange releases() {
    return known;
  }

  /// At DEBUG later releases still print what is gone from VERBOSE.
  void add(Run run) {
    if (run.is(Trait.AT_DEBUG)) {
      return;
    }
    for (var each : open) {
      if (each.isIn().test(run)) {
        narrow(of(run));
        return;
      }
    }
  }

  void add(Notice notice) {
    narrow(OF_MESSAGES.getOrDefault(notice.kind(), ReleaseRange.ANY));
  }

  private void narrow(ReleaseRange releases) {
    known = known.and(releases);
    open = CLUES.stream().filter(each -> each.narrows(known)).toList();
  }

  private static Clue since(Release first, Predicate<Run> isIn) {
    return new Clue(ReleaseRange.startingAt(first), isIn);
  }

  private static Clue until(Release last, Predicate<Run> isIn) {
    return new Clue(ReleaseRange.endingAt(last), isIn);
  }

  private static ReleaseRange of(Run run) {
    return CLUES.stream()
        .filter(each -> each.isIn().test(run))
        .map(Clue::releases)
        .reduce(ReleaseRange.ANY, ReleaseRange::and);
  }

  private static boolean tellsUserFirst(Run run) {
    return run.heading().command() != Command.ANALYZE
        && run.usage().cpu() != null
        && !run.is(Trait.USAGE_OF_SYSTEM_FIRST);
  }

  /// Translations call both alike.
  private static boolean tellsIdentifiers(Run run) {
    return run.outcome().tuples().unusedItemIdentifiers() != null
        && !run.is(Trait.ITEM_POINTERS)
        && !run.is(Trait.TRANSLATED);
  }

  private static boolean lacksNewlyDeleted(Run run) {
    return any(run, each -> each.currentlyDeleted() != null && each.newlyDeleted() == null);
  }

  private static boolean any(Run run, Predicate<IndexWork> isSo) {
    return run.indexes().stream().anyMatch(isSo);
  }

  /// Whether the lines are there between which later releases print more.
  private static boolean hasRow(Run run) {
    return run.outcome().cutoff() != null && run.outcome().indexScan() != null;
  }

  /// The end of a line that is there otherwise.
  private static boolean lacksOldestXmin(Run run) {
    var outcome = run.outcome();
    return run.heading().trigger() == Trigger.AUTOVACUUM
        && outcome.pages().skippedPinned() != null
        && outcome.tuples().deadNotRemovable() != null
        && outcome.oldestXmin() == null;
  }

  private static boolean lacksEagerlyScanned(Run run) {
    var pages = run.outcome().pages();
    return pages.scannedPercent() != null && pages.eagerlyScanned() == null;
  }

  /// Its line is the last but one, or the last.
  private static boolean lacksWal(Run run) {
    return run.heading().trigger() == Trigger.AUTOVACUUM
        && run.is(Trait.COMPLETE)
        && run.outcome().pages().skippedPinned() != null
        && run.usage().wal() == null;
  }

  private static boolean lacksMemory(Run run) {
    return run.is(Trait.COMPLETE)
        && run.outcome().visibilityMap() != null
        && run.usage().memory() == null;
  }
}
