package org.vacuumadvisor.diagnosis.rule;

import java.util.Optional;
import org.vacuumadvisor.diagnosis.Situation;
import org.vacuumadvisor.model.Relation;

/// Dead rows that a vacuum within the window left behind: there are more of them than the window's
/// own updates and deletes can account for, and more than autovacuum tolerates.
///
/// @param rows how many, at least
record LeftBehind(long rows) {

  static Optional<LeftBehind> by(Relation relation, Situation situation) {
    return situation
        .before(relation)
        .filter(before -> vacuums(relation) > vacuums(before))
        .filter(before -> !relation.activity().fellBelow(before.activity()))
        .map(before -> {
          var during = relation.activity().since(before.activity());
          return HeldRows.deadRows(relation) - during.updated() - during.deleted();
        })
        .filter(left -> (float) left > situation.thresholds(relation).vacuum())
        .map(LeftBehind::new);
  }

  private static long vacuums(Relation relation) {
    return relation.maintenance().vacuums() + relation.maintenance().autovacuums();
  }
}
