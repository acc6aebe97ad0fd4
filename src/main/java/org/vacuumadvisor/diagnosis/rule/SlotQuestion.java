package org.vacuumadvisor.diagnosis.rule;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Excerpt.Kind;
import org.vacuumadvisor.model.Source;

/// Replication slots were shown without what they hold.
final class SlotQuestion {
  private SlotQuestion() {}

  static Optional<Finding> of(Excerpt excerpt, Evidence evidence) {
    boolean isShown =
        excerpt.shows(Kind.REPLICATION_SLOTS) && excerpt.lines().containsKey("slot_name");
    boolean showsHorizon =
        excerpt.lines().containsKey("xmin")
            || excerpt.lines().containsKey("catalog_xmin")
            || excerpt.lines().containsKey("xmin_age")
            || excerpt.lines().containsKey("catalog_xmin_age");
    if (!isShown || showsHorizon || !evidence.survey().horizonHolders().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        OpenQuestions.finding(
            Severity.INFO,
            new Subject.Cluster(),
            "Whether the replication slots hold back the removal of dead rows is not shown",
            List.of(
                Fact.observed(
                    "slots shown",
                    Integer.toString(excerpt.lines().getOrDefault("slot_name", List.of()).size()),
                    new Source.Shown("pg_replication_slots", "slot_name"))),
            "restart_lsn and wal_status tell how much WAL a slot keeps. Dead rows are kept by its"
                + " xmin and catalog_xmin.",
            List.of(Question.SLOTS)));
  }
}
