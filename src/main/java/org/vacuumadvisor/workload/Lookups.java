package org.vacuumadvisor.workload;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.vacuumadvisor.model.Activity;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;

/// Scans of tables that belong to writes. `idx_scan` and `seq_scan` count them like those of a
/// SELECT; they are no reads of their own.
///
/// - An UPDATE or DELETE scans for its rows: one scan each, as transaction processing does it.
/// - A row inserted into a table with a foreign key looks the referenced row up
///   (`RI_FKey_check_ins()`), and a row deleted from the referenced table looks for rows that point
///   at it (`RI_FKey_noaction_del()` and the actions). Rows that one load may have brought were
///   checked only if the key was there before them, which pg_dump sees to that it is not. They
///   count where the referenced table is changed, so that no checks hide its changes, and not
///   elsewhere.
/// - INSERT … ON CONFLICT looks for the row before it inserts (`ExecCheckIndexConstraints()`). Such
///   scans find nothing, which tells them from reads: `idx_tup_fetch` does not grow with them.
///
/// Where one statement writes many rows this takes off too much, but never so much that a table of
/// reads becomes one of writes: with four scans or more to a written row, three of them stay.
/// Changes of a referencing column, and `SELECT … FOR UPDATE`, cannot be told.
final class Lookups {
  private final Map<RelationKey, Long> checks = new HashMap<>();

  /// By rows that one load may have brought.
  private final Map<RelationKey, Long> doubtful = new HashMap<>();

  private Lookups() {}

  /// @param counted of the tables whose counters are of use
  static Lookups of(List<Relation> tables, Map<RelationKey, Traffic> counted) {
    var lookups = new Lookups();
    for (var table : tables) {
      for (long oid : table.references()) {
        lookups.addKey(table.key(), new RelationKey(table.key().databaseOid(), oid), counted);
      }
    }
    return lookups;
  }

  private void addKey(RelationKey child, RelationKey parent, Map<RelationKey, Traffic> counted) {
    var ofChild = counted.get(child);
    var ofParent = counted.get(parent);
    if (ofChild != null) {
      checks.merge(parent, ofChild.activity().inserted() - ofChild.standing(), Long::sum);
      doubtful.merge(parent, ofChild.standing(), Long::sum);
    }
    if (ofParent != null) {
      checks.merge(child, ofParent.activity().deleted(), Long::sum);
    }
  }

  /// How many of the scans of a table are reads.
  long readsOf(Relation table, Activity activity) {
    long changed = activity.updated() + activity.deleted();
    long checked =
        checks.getOrDefault(table.key(), 0L)
            + (changed > 0 ? doubtful.getOrDefault(table.key(), 0L) : 0);
    long left = activity.sequentialScans() + activity.indexScans() - changed - checked;
    long found = Math.max(0, activity.indexRows() - changed - checked);
    long nothingFound = Math.min(activity.indexScans(), left - found);
    return Math.max(0, left - Math.clamp(nothingFound, 0, activity.inserted()));
  }
}
