package org.vacuumadvisor.model.history;

import java.util.Map;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ReleaseRange;

/// Which release wrote a report or a message: each prints lines that others do not.
final class ReleaseClues {
  /// Messages that not every release has.
  private static final Map<NoticeKind, ReleaseRange> OF_MESSAGES =
      Map.of(
          NoticeKind.PARALLEL_DISABLED, ReleaseRange.startingAt(Release.V13),
          NoticeKind.FAILSAFE, ReleaseRange.startingAt(Release.V14),
          NoticeKind.STATISTICS_STALE, ReleaseRange.endingAt(Release.V14),
          NoticeKind.EAGER_SCAN_DISABLED, ReleaseRange.startingAt(Release.V18),
          NoticeKind.WORKERS_ABOVE_SLOTS, ReleaseRange.startingAt(Release.V18),
          NoticeKind.MULTIXACT_MEMBERS_WARNING, ReleaseRange.endingAt(Release.V18),
          NoticeKind.MULTIXACT_MEMBERS_STOP, ReleaseRange.endingAt(Release.V18));

  private ReleaseClues() {}

  static ReleaseRange of(Notice notice) {
    return OF_MESSAGES.getOrDefault(notice.kind(), ReleaseRange.ANY);
  }

  static ReleaseRange of(Run run) {
    if (run.heading().command() == Command.ANALYZE || !run.is(Trait.COMPLETE)) {
      return ReleaseRange.ANY;
    }
    if (run.outcome().cutoff() != null) {
      return ofNewBlock(run);
    }
    if (run.heading().trigger() == Trigger.AUTOVACUUM) {
      return ofOldRecord(run);
    }
    return run.heading().mode() == Mode.LAZY && run.outcome().oldestXmin() != null
        ? new ReleaseRange(Release.V10, Release.V14)
        : ReleaseRange.ANY;
  }

  /// 15 and later print `removable cutoff` in every report of a vacuum.
  private static ReleaseRange ofNewBlock(Run run) {
    var outcome = run.outcome();
    if (outcome.frozen() == null) {
      return new ReleaseRange(Release.V15, Release.V15);
    }
    if (outcome.visibilityMap() == null) {
      return new ReleaseRange(Release.V16, Release.V17);
    }
    return run.usage().memory() == null
        ? new ReleaseRange(Release.V18, Release.V18)
        : ReleaseRange.startingAt(Release.V19);
  }

  private static ReleaseRange ofOldRecord(Run run) {
    var outcome = run.outcome();
    if (outcome.pages().scannedPercent() != null) {
      return ReleaseRange.startingAt(Release.V15);
    }
    if (outcome.oldestXmin() == null && outcome.indexScan() == null) {
      return ReleaseRange.of(Release.V9_6);
    }
    if (outcome.indexScan() != null) {
      return new ReleaseRange(Release.V14, Release.V14);
    }
    if (run.usage().wal() != null) {
      return new ReleaseRange(Release.V13, Release.V14);
    }
    return new ReleaseRange(
        run.is(Trait.TO_PREVENT_WRAPAROUND)
            ? Release.V12
            : run.is(Trait.AGGRESSIVE) ? Release.V11 : Release.V10,
        Release.V12);
  }
}
