package org.vacuumadvisor.diagnosis.rule.space;

import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.TableRule;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.unit.Share;

/// A table's file is at least twice as large as its rows need.
public final class HeapBloat extends TableRule {
  /// PostgreSQL's default scale factor: from this share on, a table awaits its vacuum.
  private static final Share MANY_DEAD = new Share(0.2);

  @Override
  protected boolean concerns(Relation relation, Evidence evidence) {
    return !CatalogBloat.isCatalog(relation)
        && relation.kind() != RelationKind.TOAST
        && relation.kind() != RelationKind.PARTITIONED_TABLE;
  }

  @Override
  protected Verdict examine(TableEvidence table) {
    if (HeapSpace.isSmall(table) || isMostlyDead(table.relation())) {
      return clear(table);
    }
    var space = HeapSpace.needed(table);
    var bloat = new Bloat(space, Room.of(table, space.estimate()));
    return table.decide(bloat.isReported()) ? finding(table, bloat) : clear(table);
  }

  /// Whether dead rows are the matter, not the free space.
  private static boolean isMostlyDead(Relation relation) {
    return Stream.of(TableKeys.DEAD_TUPLE_PERCENT, TableKeys.DEAD_PERCENT)
        .anyMatch(key -> relation.get(key).or(Share.NONE).compareTo(MANY_DEAD) >= 0);
  }

  private Finding finding(TableEvidence table, Bloat bloat) {
    var relation = table.relation();
    return found(
            bloat.severity(table),
            relation,
            "%s of %s are free%s",
            Names.capital(bloat.words()),
            Names.of(relation),
            relation.get(TableKeys.DEAD_TUPLE_PERCENT).is(Share.NONE::equals) ? "" : " or dead")
        .facts(bloat.facts("table", HeapSpace.sizeFrom(table)))
        .confidence(bloat.confidence())
        .toBeCertain(bloat.toBeCertain(HeapSpace.pgstattuple(relation)))
        .remedies(
            bloat.isLeft()
                ? List.of()
                : List.of(new Remedy.RewriteTable(relation, bloat.effect("table"), bloat.needed())))
        .build();
  }
}
