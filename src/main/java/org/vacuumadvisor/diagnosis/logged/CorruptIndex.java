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

/// A vacuum met an index that does not hold what it must.
final class CorruptIndex implements Rule {
  private static final Damage DAMAGE =
      new Damage("corrupt-index", List.of(NoticeKind.CORRUPT_INDEX));

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
                        Severity.CRITICAL,
                        each.subject(),
                        "Vacuum met a damaged index of " + each.name(),
                        each.facts(),
                        "The index does not hold what it must, so queries that use it may miss rows"
                            + " or find the wrong ones, and each vacuum of the table ends there in"
                            + " an error: its dead rows stay and its transaction IDs age. An index"
                            + " can be built anew from the table. Where text is its key, a changed"
                            + " collation of the operating system is a common cause; else storage,"
                            + " memory, or a bug of an old minor release.",
                        Confidence.HIGH,
                        "bt_index_check() of the extension amcheck checks the index, and the others"
                            + " of the table.",
                        List.of(
                            new Remedy.Act(
                                "Rebuild the index: %s. Then look for what damaged it, and check the other indexes with amcheck."
                                    .formatted(each.rebuild()))))));
  }
}
