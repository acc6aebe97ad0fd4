package org.vacuumadvisor.diagnosis.rule;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.HorizonHolder.Slot;
import org.vacuumadvisor.model.reading.Source;
import org.vacuumadvisor.unit.Bytes;

/// Replication slots were shown without what they hold.
final class SlotQuestion {
  private SlotQuestion() {}

  static Optional<Finding> of(Evidence evidence) {
    var slots = evidence.survey().machinery().unseenSlots();
    if (slots.isEmpty() || !evidence.survey().horizonHolders().isEmpty()) {
      return Optional.empty();
    }
    var unused =
        slots.stream()
            .filter(Slot::isAbandoned)
            .max(Comparator.comparingLong(each -> each.wal().retained().or(Bytes.NONE).count()));
    return Optional.of(
        OpenQuestions.finding(
            unused.isPresent() ? Severity.ADVICE : Severity.INFO,
            new Subject.Cluster(),
            unused
                .map(SlotQuestion::headline)
                .orElse(
                    "Whether the replication slots hold back the removal of dead rows is not"
                        + " shown"),
            List.of(
                Fact.observed(
                    "slots shown",
                    Integer.toString(slots.size()),
                    new Source.Shown("pg_replication_slots", "slot_name"))),
            "restart_lsn and wal_status tell how much WAL a slot keeps. Dead rows are kept by its"
                + " xmin and catalog_xmin.",
            List.of(Question.SLOTS)));
  }

  private static String headline(Slot slot) {
    return slot.wal()
        .retained()
        .known()
        .map(bytes ->
            "Replication slot %s has no consumer and keeps %s of WAL: whether it keeps dead rows as well is not shown"
                .formatted(slot.name(), bytes))
        .orElseGet(() ->
            "Replication slot %s has no consumer: whether it keeps dead rows is not shown"
                .formatted(slot.name()));
  }
}
