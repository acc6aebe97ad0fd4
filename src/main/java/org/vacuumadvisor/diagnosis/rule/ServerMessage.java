package org.vacuumadvisor.diagnosis.rule;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Message;
import org.vacuumadvisor.diagnosis.MessageRule;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.HorizonHolder.Slot;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.postgres.Identifiers;

/// The server said what kept a vacuum from its work, and nothing needs to be weighed.
public final class ServerMessage extends MessageRule {

  /// What is left of databases whose DROP was interrupted, and lost slots.
  @Override
  protected Stream<Finding> shown(Evidence evidence) {
    return Stream.concat(
        evidence.survey().databases().stream()
            .filter(Database::halfDropped)
            .map(each ->
                advice("Half-dropped database %s takes disk, and nobody can use it", each.name())
                    .observed("datconnlimit", "-2", "pg_database", "datconnlimit")
                    .explained("half-dropped", Identifiers.quoted(each.name()))
                    .build()),
        lost(evidence));
  }

  /// Lost slots, by what they were lost, but those of which a message tells, which may not name
  /// them.
  private Stream<Finding> lost(Evidence evidence) {
    var told = evidence.notices(NoticeKind.SLOT_INVALIDATED);
    var lost = evidence.machinery().otherSlots().stream().filter(Slot::isLost);
    var rest = lost.filter(slot -> !says(told, '"' + slot.name() + '"')).toList();
    return told.filter(each -> each.count() >= rest.size() && !says(told, "\"")).isPresent()
        ? Stream.empty()
        : rest.stream()
            .collect(Collectors.groupingBy(each -> each.wal().invalidation().or("")))
            .entrySet()
            .stream()
            .map(each -> lost(each.getKey(), each.getValue()));
  }

  private Finding lost(String reason, List<Slot> slots) {
    var names = slots.stream().map(Slot::name).collect(Collectors.joining(", "));
    var view = "pg_replication_slots";
    return Message.ofView(NoticeKind.SLOT_INVALIDATED, reason, this, names, names)
        .observed("lost slots", names, view, "wal_status")
        .shown("lost by", slots.getFirst().wal().invalidation(), view, "invalidation_reason")
        .build();
  }
}
