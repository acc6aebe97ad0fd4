package org.vacuumadvisor.diagnosis.rule.space;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.TableRule;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.evidence.Truth;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.space.HeapEstimate;
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
    var bloat = Bloat.of(HeapSpace.needed(table), table);
    return table.decide(bloat.isReported()) ? finding(table, bloat) : clear(table);
  }

  /// "62 % of the 812 MB", where so much is free that it is reported; empty where it is not, or
  /// nobody knows.
  public static Optional<String> free(TableEvidence table) {
    return Space.of(HeapEstimate.of(table.relation()), List.of())
        .map(space -> Bloat.of(space, table))
        .filter(each -> each.isReported() == Truth.YES)
        .map(Bloat::words);
  }

  /// Whether dead rows are the matter, not the free space.
  private static boolean isMostlyDead(Relation relation) {
    return HeapEstimate.dead(relation).filter(each -> each.compareTo(MANY_DEAD) >= 0).isPresent();
  }

  /// Whether the server is set so that no vacuum gives back pages that are empty at the end; who
  /// set a table so means it.
  private static boolean isEndKept(TableEvidence table) {
    return table.all().settings().bool(Setting.VACUUM_TRUNCATE).filter(on -> !on).isPresent()
        && table.relation().parameters().text("vacuum_truncate").isEmpty();
  }

  private Finding finding(TableEvidence table, Bloat bloat) {
    var relation = table.relation();
    boolean isKept = isEndKept(table);
    var severity = bloat.severity(table);
    return found(
            isKept && severity == Severity.INFO ? Severity.ADVICE : severity,
            relation,
            "%s of %s are free%s%s",
            Names.capital(bloat.words()),
            Names.of(relation),
            relation.get(TableKeys.DEAD_TUPLE_PERCENT).is(Share.NONE::equals) ? "" : " or dead",
            isKept ? ", and vacuum_truncate is off: what is empty at its end stays" : "")
        .facts(bloat.facts("table", HeapSpace.sizeFrom(table)))
        .confidence(bloat.confidence())
        .toBeCertain(bloat.toBeCertain(HeapSpace.pgstattuple(relation)))
        .remedies(isKept ? List.of(new Remedy.VacuumNow(relation, "TRUNCATE")) : List.of())
        .remedies(
            bloat.isLeft()
                ? List.of()
                : List.of(new Remedy.RewriteTable(relation, bloat.effect("table"), bloat.needed())))
        .build();
  }
}
