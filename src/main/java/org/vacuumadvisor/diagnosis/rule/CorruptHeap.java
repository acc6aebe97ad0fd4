package org.vacuumadvisor.diagnosis.rule;

import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.NoticeKind;

/// A vacuum met a table, or a file of the server, that does not hold what it must.
public final class CorruptHeap implements Rule {

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    return LogFacts.verdicts(
        evidence,
        Incident.of(
                evidence,
                NoticeKind.CORRUPT_HEAP,
                NoticeKind.CORRUPT_FILE,
                NoticeKind.UNINITIALIZED_PAGE)
            .map(each -> each.isRepaired() ? unwritten(each) : damaged(each))
            .toList());
  }

  /// A page that was added to the file and never written, which vacuum takes into use. From 12 on
  /// PostgreSQL says nothing of it any more.
  private Finding unwritten(Incident damage) {
    return found(
            Severity.INFO,
            damage.subject(),
            "Vacuum took pages of %s into use that nobody had written",
            damage.name())
        .facts(damage.facts())
        .because(
            "A table's file grows before its new page is written. A crash, or a statement that"
                + " fails, in between leaves an empty page, and nothing is lost by it. Many of"
                + " them, or new ones without a crash, are a reason to check the storage.")
        .build();
  }

  private Finding damaged(Incident damage) {
    return found(Severity.CRITICAL, damage.subject(), "Damaged data in " + damage.name())
        .facts(damage.facts())
        .because(
            "This is damage, not bloat, and no setting of vacuum repairs it: the storage, the"
                + " memory, a crash with fsync off, a restore that was not whole, or a bug of an"
                + " old minor release changed what PostgreSQL wrote. Every vacuum that fails there"
                + " leaves dead rows and old transaction IDs behind.")
        .toBeCertain(
            "pg_amcheck, or verify_heapam() of the extension amcheck (from 14), says how much is"
                + " damaged.")
        .act(
            "Stop the applications that write, copy the data directory as it is, and check"
                + " storage and memory before you try to repair anything.")
        .act(
            damage.isOfStatistics()
                ? "Empty pg_statistic as a superuser (DELETE FROM pg_catalog.pg_statistic), then"
                    + " ANALYZE that database: it holds nothing else. Then dump everything once,"
                    + " which reads the other tables."
                : "Restore from a backup, or dump what can be read; update to the newest minor"
                    + " release.")
        .build();
  }
}
