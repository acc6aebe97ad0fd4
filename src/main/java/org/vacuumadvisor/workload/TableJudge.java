package org.vacuumadvisor.workload;

import static org.vacuumadvisor.workload.Phrases.rows;

import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.unit.Share;

/// Judges tables, and knows that the rows in a table may have come by one load long ago.
///
/// Counters that began at zero contain the load: ten million inserts, and then the work. Where the
/// verdict hangs on it, what happened besides the load decides, at low confidence. A table that was
/// loaded and never touched is INSERT_ONLY at low confidence: to vacuum, a table after its load and
/// one that is only appended to are the same (new rows, none of them frozen or all-visible, until
/// an insert-triggered vacuum comes); what nobody knows is whether more will come.
final class TableJudge {
  /// What happened besides a load counts from a thousandth of it.
  private static final long MATERIAL = 1_000;

  /// Fewer rows are no work for vacuum: `autovacuum_vacuum_insert_threshold` is 1000.
  private static final long SMALLEST_LOAD = 1_000;

  private TableJudge() {}

  /// @param around the read share of the tables it works with
  static Judgement judge(Relation table, Traffic traffic, Share around) {
    if (table.kind() == RelationKind.MATERIALIZED_VIEW && isRefreshedInWhole(traffic)) {
      var later = traffic.withoutInserts(traffic.activity().inserted());
      return new Judgement(TrafficJudge.verdict(later).atMost(Confidence.MEDIUM), later, later);
    }
    return judge(traffic, traffic.standing(), around);
  }

  /// @param standing inserted rows that may have come by one load
  /// @param around the read share of the tables it works with
  static Judgement judge(Traffic traffic, long standing, Share around) {
    var whole = TrafficJudge.verdict(traffic, around);
    if (standing == 0) {
      return new Judgement(whole, traffic, traffic);
    }
    var later = traffic.withoutInserts(standing);
    var besides = TrafficJudge.verdict(later, around);
    if (isMaterial(later, standing)) {
      return besides.is(whole.kind())
          ? new Judgement(whole, traffic, later)
          : new Judgement(besides.atMost(Confidence.LOW).also(oneLoad(standing)), traffic, later);
    }
    if (standing < SMALLEST_LOAD) {
      return new Judgement(besides.atMost(Confidence.LOW), traffic, later);
    }
    var verdict = whole.is(WorkloadClass.INSERT_ONLY) ? whole.also(oneLoad(standing)) : whole;
    return new Judgement(verdict.atMost(Confidence.LOW), traffic, later);
  }

  /// Whether there is enough besides a load of so many rows to judge by.
  static boolean isMaterial(Traffic later, long load) {
    return later.operations() >= Math.max(TrafficJudge.FEWEST_OPERATIONS, load / MATERIAL);
  }

  private static String oneLoad(long standing) {
    return rows(standing) + " inserted may be one load";
  }

  /// REFRESH MATERIALIZED VIEW writes every row anew, and no row of it is ever dead.
  private static boolean isRefreshedInWhole(Traffic traffic) {
    return traffic.activity().updated() == 0 && traffic.activity().deleted() == 0;
  }
}
