package org.vacuumadvisor.diagnosis.rule;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.Message;
import org.vacuumadvisor.diagnosis.MessageRule;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.history.NoticeKind;

/// The server said what kept a vacuum from its work, and nothing needs to be weighed.
public final class ServerMessage extends MessageRule {

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    var lost = lostSlots(evidence).map(List::of).orElse(List.of());
    return lost.isEmpty()
        ? super.examine(evidence)
        : LogFacts.verdicts(
            evidence, Stream.concat(Message.findings(this, evidence), lost.stream()).toList());
  }

  /// Slots of which `wal_status` says what a message would say.
  private Optional<Finding> lostSlots(Evidence evidence) {
    var names =
        evidence.machinery().otherSlots().stream()
            .filter(HorizonHolder.Slot::isLost)
            .map(HorizonHolder.Slot::name)
            .collect(Collectors.joining(", "));
    return names.isEmpty() || evidence.notices(NoticeKind.SLOT_INVALIDATED).isPresent()
        ? Optional.empty()
        : Optional.of(
            Message.ofView(NoticeKind.SLOT_INVALIDATED, this, names)
                .observed("lost slots", names, "pg_replication_slots", "wal_status")
                .build());
  }
}
