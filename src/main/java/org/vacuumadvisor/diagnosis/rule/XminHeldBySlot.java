package org.vacuumadvisor.diagnosis.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Situation;
import org.vacuumadvisor.model.HorizonHolder.Slot;
import org.vacuumadvisor.workload.Confidence;

/// A replication slot without anyone connected to it: the horizon of its last user stays where it
/// was, for ever.
final class XminHeldBySlot implements Rule {
  @Override
  public String id() {
    return "xmin-held-by-slot";
  }

  @Override
  public Stream<Finding> examine(Situation situation) {
    var twice = slotsOfEverything(situation);
    return HorizonCase.of(situation, each -> each instanceof Slot slot && !slot.active())
        .filter(each ->
            !(each.holder() instanceof Slot slot && slot.keepsCatalogsOnly())
                || !twice.contains(slot.name()))
        .map(each -> finding((Slot) each.holder(), each));
  }

  /// A slot may hold two horizons; the one of all tables says more than that of the catalogs.
  private static Set<String> slotsOfEverything(Situation situation) {
    return situation.survey().horizonHolders().stream()
        .flatMap(each -> each instanceof Slot slot ? Stream.of(slot) : Stream.empty())
        .filter(slot -> !slot.keepsCatalogsOnly())
        .map(Slot::name)
        .collect(Collectors.toSet());
  }

  private Finding finding(Slot slot, HorizonCase each) {
    return new Finding(
        id(),
        each.severity(isHarmful(each) ? Severity.WARNING : Severity.ADVICE),
        each.subject(),
        "Replication slot %s has no consumer and keeps dead rows from being removed in %s"
            .formatted(slot.name(), each.reachInWords()),
        each.evidence(
            facts(slot),
            "pg_replication_slots." + (slot.keepsCatalogsOnly() ? "catalog_xmin" : "xmin")),
        slot.keepsCatalogsOnly()
            ? "A logical slot keeps the system catalogs readable as they were when its consumer"
                + " last confirmed. Dead rows of the catalogs stay, and so does the WAL from"
                + " there on; ordinary tables are not affected. Nobody is connected, so it will"
                + " not advance."
            : "The slot remembers the oldest snapshot that its standby reported. Nobody is"
                + " connected, so it will not advance: vacuum keeps every row version that died"
                + " since, in all databases, and the WAL is kept as well. max_slot_wal_keep_size"
                + " limits the WAL only.",
        Confidence.HIGH,
        null,
        List.of(new Remedy.DropSlot(slot)));
  }

  private static boolean isHarmful(HorizonCase each) {
    return !each.rows().pastThreshold().isEmpty() || each.holder().age().exceeds(HorizonCase.OLD);
  }

  private static List<Fact> facts(Slot slot) {
    var facts = new ArrayList<Fact>();
    facts.add(Fact.observed("consumer connected", "no", "pg_replication_slots.active"));
    facts.add(Fact.observed("kind of slot", slot.type(), "pg_replication_slots.slot_type"));
    slot.walStatus()
        .known()
        .ifPresent(status ->
            facts.add(Fact.observed("WAL it keeps", status, "pg_replication_slots.wal_status")));
    return facts;
  }
}
