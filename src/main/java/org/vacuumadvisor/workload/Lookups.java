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
///   at it (`RI_FKey_noaction_del()` and the actions). What one load may have brought does not
///   count: keys are made after it, as pg_dump does.
/// - INSERT … ON CONFLICT looks for the row before it inserts (`ExecCheckIndexConstraints()`). Such
///   scans find nothing, which tells them from reads: `idx_tup_fetch` does not grow with them.
///
/// Where one statement writes many rows this takes off too much, but never so much that a table of
/// reads becomes one of writes: with four scans or more to a written row, three of them stay.
/// Changes of a referencing column, and `SELECT … FOR UPDATE`, cannot be told.
final class Lookups {
  private final Map<RelationKey, Long> byForeignKeys;

  private Lookups(Map<RelationKey, Long> byForeignKeys) {
    this.byForeignKeys = byForeignKeys;
  }

  /// @param counted of the tables whose counters are of use
  static Lookups of(List<Relation> tables, Map<RelationKey, Observation.Counted> counted) {
    var checks = new HashMap<RelationKey, Long>();
    for (var table : tables) {
      var its = counted.get(table.key());
      long inserted = its == null ? 0 : its.activity().inserted() - its.standing();
      for (long oid : table.references()) {
        var referenced = new RelationKey(table.key().databaseOid(), oid);
        var parent = counted.get(referenced);
        long deleted = parent == null ? 0 : parent.activity().deleted();
        checks.merge(referenced, inserted, Long::sum);
        checks.merge(table.key(), deleted, Long::sum);
      }
    }
    return new Lookups(checks);
  }

  /// How many of the scans of a table are reads.
  long readsOf(Relation table, Activity activity) {
    long changed = activity.updated() + activity.deleted();
    long checked = byForeignKeys.getOrDefault(table.key(), 0L);
    long left = activity.sequentialScans() + activity.indexScans() - changed - checked;
    long found = Math.max(0, activity.indexRows() - changed - checked);
    long nothingFound = Math.min(activity.indexScans(), left - found);
    return Math.max(0, left - Math.clamp(nothingFound, 0, activity.inserted()));
  }
}
