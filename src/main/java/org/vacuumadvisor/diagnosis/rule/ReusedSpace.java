package org.vacuumadvisor.diagnosis.rule;

import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.unit.Bytes;

/// The free space that a table needs: as many rows as may die before autovacuum comes have to be
/// written somewhere, so a table in the best of order carries their room.
final class ReusedSpace {
  private ReusedSpace() {}

  /// Nothing where hardly a row dies between two vacuums.
  static Bytes of(Relation relation, Evidence evidence) {
    var activity = evidence.workload(relation).rates().activity();
    double dying = activity.updated() + activity.deleted();
    double waited = Math.min(dying, evidence.thresholds(relation).vacuum());
    var rows = RowSpace.of(relation);
    double room =
        Math.min((double) rows.of(waited).count(), relation.extent().size().count() / 2.0);
    return new Bytes(Math.round(room));
  }
}
