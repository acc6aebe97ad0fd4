package org.vacuumadvisor.diagnosis.figure;

import java.util.Optional;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.cost.DeadRowMemory;

/// Dead rows that a vacuum within the window left behind: there are more of them than the window's
/// own updates and deletes (and inserts, where transactions were rolled back) can account for, and
/// more than autovacuum tolerates.
///
/// @param rows how many, at least
public record LeftBehind(long rows) {
  /// From 14 on, vacuum passes the indexes by, and leaves dead line pointers, where fewer pages
  /// than this part of the table have any (`BYPASS_THRESHOLD_PAGES` in `vacuumlazy.c`). ANALYZE
  /// counts them as dead rows.
  private static final double BYPASSED_PAGES = 0.02;

  public static Optional<LeftBehind> by(Relation relation, Evidence evidence) {
    return evidence
        .before(relation)
        .filter(before -> vacuums(relation) > vacuums(before))
        .filter(before -> !relation.activity().fellBelow(before.activity()))
        .filter(_ -> relation.isAutovacuumed() && !keepsDeadRowsByItself(relation))
        .map(before -> HeldRows.deadRows(relation) - diedSince(before, relation, evidence))
        .filter(left -> evidence.thresholds(relation).isPassedByDead(left))
        .filter(left -> (double) left > bypassed(relation))
        .map(LeftBehind::new);
  }

  /// Whether the table was told to keep dead line pointers: `vacuum_index_cleanup = off`.
  public static boolean keepsDeadRowsByItself(Relation relation) {
    return !relation.parameters().bool("vacuum_index_cleanup").orElse(true);
  }

  /// The rows that can have died in the window, at most. An insert that is rolled back leaves one.
  private static long diedSince(Relation before, Relation relation, Evidence evidence) {
    var during = relation.activity().since(before.activity());
    var database = relation.name().database();
    long aborted =
        evidence
            .older()
            .filter(older -> rollbacks(older, database) < rollbacks(evidence.survey(), database))
            .map(_ -> during.inserted())
            .orElse(0L);
    return during.updated() + during.deleted() + aborted;
  }

  private static long rollbacks(Survey survey, String database) {
    return survey.database(database).map(each -> each.rollbacks()).orElse(0L);
  }

  private static double bypassed(Relation relation) {
    var extent = relation.extent();
    return BYPASSED_PAGES
        * extent.bestPages().count()
        * DeadRowMemory.rowsAPage(extent.blockSize());
  }

  private static long vacuums(Relation relation) {
    return relation.maintenance().vacuums() + relation.maintenance().autovacuums();
  }
}
