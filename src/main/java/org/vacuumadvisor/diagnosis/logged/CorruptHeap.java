package org.vacuumadvisor.diagnosis.logged;

import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.run.NoticeKind;
import org.vacuumadvisor.workload.Confidence;

/// A vacuum met a table, or a file of the server, that does not hold what it must.
final class CorruptHeap implements Rule {
  private static final Damage DAMAGE =
      new Damage(
          "corrupt-heap",
          List.of(NoticeKind.CORRUPT_HEAP, NoticeKind.CORRUPT_FILE, NoticeKind.UNINITIALIZED_PAGE));

  @Override
  public String id() {
    return DAMAGE.id();
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return LogCase.of(evidence)
        .flatMap(logs ->
            DAMAGE
                .of(logs)
                .map(each ->
                    new Finding(
                        id(),
                        each.isRepaired() ? Severity.WARNING : Severity.CRITICAL,
                        each.subject(),
                        each.isRepaired()
                            ? "Vacuum found empty, uninitialized pages in " + each.name()
                            : "Vacuum met damaged data in " + each.name(),
                        each.facts(),
                        "This is damage, not bloat, and no setting of vacuum mends it: the storage,"
                            + " the memory, a crash with fsync off, a restore that was not whole,"
                            + " or a bug of an old minor release changed what PostgreSQL wrote."
                            + " Every vacuum that fails there leaves dead rows and old transaction"
                            + " IDs behind.",
                        Confidence.HIGH,
                        "pg_amcheck, or verify_heapam() of the extension amcheck (from 14), says"
                            + " how much is damaged.",
                        List.of(
                            new Remedy.Act(
                                "Stop the applications that write, copy the data directory as it"
                                    + " is, and check storage and memory before you try to repair"
                                    + " anything."),
                            new Remedy.Act(
                                "Restore from a backup, or dump what can be read; update to the"
                                    + " newest minor release.")))));
  }
}
