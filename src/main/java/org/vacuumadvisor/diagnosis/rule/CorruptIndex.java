package org.vacuumadvisor.diagnosis.rule;

import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.NoticeKind;

/// A vacuum met an index that does not hold what it must.
public final class CorruptIndex implements Rule {

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    return LogFacts.verdicts(
        evidence, Incident.of(evidence, NoticeKind.CORRUPT_INDEX).map(this::finding).toList());
  }

  private Finding finding(Incident damage) {
    return found(
            Severity.CRITICAL, damage.subject(), "Vacuum met a damaged index of " + damage.name())
        .facts(damage.facts())
        .because(
            "The index does not hold what it must, so queries that use it may miss rows or find the"
                + " wrong ones, and each vacuum of the table ends there in an error: its dead rows"
                + " stay and its transaction IDs age. An index can be built anew from the table."
                + " Where text is its key, a changed collation of the operating system is a common"
                + " cause; else storage, memory, or a bug of an old minor release.")
        .toBeCertain(
            "bt_index_check() of the extension amcheck checks the index, and the others of the"
                + " table.")
        .act(
            "Take a backup, then rebuild the index: %s. Then look for what damaged it, and check"
                + " the other indexes with amcheck.",
            damage.rebuild())
        .build();
  }
}
