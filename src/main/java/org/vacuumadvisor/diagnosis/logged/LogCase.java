package org.vacuumadvisor.diagnosis.logged;

import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.Hold;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.model.run.NoticeKind;

/// Logs under examination.
public record LogCase(History history, Evidence evidence) {

  public static Stream<LogCase> of(Evidence evidence) {
    return evidence.history().stream().map(history -> new LogCase(history, evidence));
  }

  public Stream<TableHistory> tables() {
    return history.tables().stream();
  }

  /// The tables of which something was told so often, the most often first.
  public Stream<TableHistory> with(NoticeKind kind) {
    return tables()
        .filter(each -> each.count(kind) > 0)
        .sorted((one, other) -> Long.compare(other.count(kind), one.count(kind)));
  }

  public Relation relation(TableHistory table) {
    return evidence.relation(table);
  }

  public Subject subject(TableHistory table) {
    return new Subject.OfRelation(relation(table));
  }

  /// What people call it, within a sentence.
  public String name(TableHistory table) {
    var relation = relation(table);
    if (relation.kind() != RelationKind.TOAST) {
      return name(relation.name());
    }
    var owner = evidence.owner(relation);
    return owner.key().equals(relation.key())
        ? "TOAST table " + name(relation.name())
        : "the TOAST table of " + name(owner.name());
  }

  public static String name(RelationName name) {
    return name.name().isEmpty() ? "a table whose name is cut off" : name.sql();
  }

  /// Whether the table is known by name, so that a statement about it can be written. Whose TOAST
  /// table it is has to be known, too.
  public boolean isNamed(TableHistory table) {
    var relation = relation(table);
    boolean isOwnerKnown =
        relation.kind() != RelationKind.TOAST
            || !evidence.owner(relation).key().equals(relation.key());
    return isOwnerKnown && !table.name().schema().isEmpty() && !table.name().name().isEmpty();
  }

  /// The time in which its dead rows had to stay, if that lasts.
  public Optional<Hold> openHold(TableHistory table) {
    return table.milestones().hold().filter(hold -> !hold.isOver()).filter(Held::isTelling);
  }

  public boolean isHeld(TableHistory table) {
    return openHold(table).isPresent();
  }
}
