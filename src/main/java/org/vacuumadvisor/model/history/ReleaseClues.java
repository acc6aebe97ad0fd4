package org.vacuumadvisor.model.history;

import static org.vacuumadvisor.postgres.Release.V10;
import static org.vacuumadvisor.postgres.Release.V11;
import static org.vacuumadvisor.postgres.Release.V12;
import static org.vacuumadvisor.postgres.Release.V13;
import static org.vacuumadvisor.postgres.Release.V14;
import static org.vacuumadvisor.postgres.Release.V15;
import static org.vacuumadvisor.postgres.Release.V16;
import static org.vacuumadvisor.postgres.Release.V17;
import static org.vacuumadvisor.postgres.Release.V18;
import static org.vacuumadvisor.postgres.Release.V19;

import org.vacuumadvisor.model.run.Command;
import org.vacuumadvisor.model.run.Mode;
import org.vacuumadvisor.model.run.Run;
import org.vacuumadvisor.model.run.Trait;
import org.vacuumadvisor.model.run.Trigger;
import org.vacuumadvisor.postgres.ReleaseRange;

/// Which release wrote a report: each prints lines that others do not.
final class ReleaseClues {
  private ReleaseClues() {}

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
        ? new ReleaseRange(V10, V14)
        : ReleaseRange.ANY;
  }

  /// 15 and later print `removable cutoff` in every report of a vacuum.
  private static ReleaseRange ofNewBlock(Run run) {
    var outcome = run.outcome();
    if (outcome.frozen() == null) {
      return new ReleaseRange(V15, V15);
    }
    if (outcome.visibilityMap() == null) {
      return new ReleaseRange(V16, V17);
    }
    return run.usage().memory() == null ? new ReleaseRange(V18, V18) : ReleaseRange.startingAt(V19);
  }

  private static ReleaseRange ofOldRecord(Run run) {
    var outcome = run.outcome();
    if (outcome.pages().scannedPercent() != null) {
      return ReleaseRange.startingAt(V15);
    }
    if (outcome.oldestXmin() == null && outcome.indexScan() == null) {
      return ReleaseRange.endingAt(org.vacuumadvisor.postgres.Release.V9_6);
    }
    if (outcome.indexScan() != null) {
      return new ReleaseRange(V14, V14);
    }
    if (run.usage().wal() != null) {
      return new ReleaseRange(V13, V14);
    }
    return new ReleaseRange(
        run.is(Trait.TO_PREVENT_WRAPAROUND) ? V12 : run.is(Trait.AGGRESSIVE) ? V11 : V10, V12);
  }
}
