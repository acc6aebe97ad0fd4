package org.vacuumadvisor.diagnosis.rule.space;

import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.TableRule;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.unit.Bytes;

/// A TOAST table's file is at least twice as large as its chunks can need.
public final class ToastBloat extends TableRule {

  @Override
  protected boolean concerns(Relation relation, Evidence evidence) {
    return !evidence.owner(relation).isSystem()
        && relation.kind() != RelationKind.PARTITIONED_TABLE
        && (relation.kind() == RelationKind.TOAST || evidence.mayHaveUnseenToast(relation));
  }

  @Override
  protected Verdict examine(TableEvidence table) {
    if (table.relation().kind() != RelationKind.TOAST) {
      return ToastSizes.examine(this, table)
          .<Verdict>map(each -> each)
          .orElseGet(() -> clear(table));
    }
    if (HeapSpace.isSmall(table)) {
      return clear(table);
    }
    var space = HeapSpace.needed(table);
    var bloat = new Bloat(space, Room.of(table, space.estimate()));
    return table.decide(bloat.isReported()) ? finding(table, bloat) : clear(table);
  }

  private Finding finding(TableEvidence table, Bloat bloat) {
    var toast = table.relation();
    var owner = table.all().owner(toast);
    return found(bloat.severity(table), toast)
        .headline(
            "%s of the %s of %s are free or dead",
            Names.capital(bloat.space().estimate().leastBloat().atLeast()),
            bloat.size(),
            Names.of(toast, table.all()))
        .facts(bloat.facts("TOAST table", HeapSpace.sizeFrom(table)))
        .confidence(bloat.confidence())
        .toBeCertain(bloat.toBeCertain(HeapSpace.pgstattuple(toast)))
        .remedy(
            owner.equals(toast)
                ? Remedy.Act.said("find-owner", Identifiers.quotedLiteral(toast.name().sql()))
                : new Remedy.RewriteTable(
                    owner,
                    bloat.effect("TOAST table"),
                    // a table of which the heap was not shown takes so much at least
                    bloat.needed().plus(owner.heapSize().or(Bytes.NONE))))
        .build();
  }
}
