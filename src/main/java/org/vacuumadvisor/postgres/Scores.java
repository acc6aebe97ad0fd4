package org.vacuumadvisor.postgres;

import org.vacuumadvisor.unit.XidAge;

/// How urgent autovacuum finds a table, from 19 on: `pg_stat_autovacuum_scores`. The highest of the
/// five is the table's score.
public record Scores(double xid, double mxid, double vacuum, double insert, double analyze) {
  /// The power by which age beyond the failsafe grows counts ages in these steps.
  private static final double POWER_STEP = 100_000_000;

  /// The `autovacuum_…_score_weight` settings.
  public record Weights(double xid, double mxid, double vacuum, double insert, double analyze) {
    public static final Weights DEFAULT = new Weights(1, 1, 1, 1, 1);

    public static Weights of(ServerSettings server) {
      return new Weights(
          server.realOrDefault(Setting.AUTOVACUUM_FREEZE_SCORE_WEIGHT),
          server.realOrDefault(Setting.AUTOVACUUM_MULTIXACT_FREEZE_SCORE_WEIGHT),
          server.realOrDefault(Setting.AUTOVACUUM_VACUUM_SCORE_WEIGHT),
          server.realOrDefault(Setting.AUTOVACUUM_VACUUM_INSERT_SCORE_WEIGHT),
          server.realOrDefault(Setting.AUTOVACUUM_ANALYZE_SCORE_WEIGHT));
    }

    /// Whether tables are sorted at all: with all weights 0 they are taken as they come.
    public boolean sorts() {
      return xid > 0 || mxid > 0 || vacuum > 0 || insert > 0 || analyze > 0;
    }
  }

  /// What has happened to a table: its counters and ages.
  public record Activity(
      long deadRows, long insertedRows, long modifiedRows, XidAge xidAge, XidAge multixactAge) {}

  /// The scores of a table.
  ///
  /// @param failsafe the ages of the failsafe in effect, of the server
  public static Scores of(
      VacuumTrigger trigger,
      RelationSize size,
      Activity activity,
      Weights weights,
      FailsafeAges failsafe) {
    Thresholds thresholds = trigger.at(size);
    return new Scores(
        age(activity.xidAge, trigger.freezeMaxAge(), failsafe.xid(), weights.xid),
        age(activity.multixactAge, trigger.multixactFreezeMaxAge(), failsafe.mxid(), weights.mxid),
        rows(activity.deadRows, thresholds.vacuum()) * weights.vacuum,
        rows(activity.insertedRows, thresholds.insert()) * weights.insert,
        rows(activity.modifiedRows, thresholds.analyze()) * weights.analyze);
  }

  /// The ages from which the failsafe works.
  public record FailsafeAges(XidAge xid, XidAge mxid) {
    public static FailsafeAges of(ServerSettings server) {
      return new FailsafeAges(
          server.failsafeAge().orElseThrow(), server.multixactFailsafeAge().orElseThrow());
    }
  }

  /// The score by which tables are sorted.
  public double highest() {
    return Math.max(Math.max(Math.max(xid, mxid), Math.max(vacuum, insert)), analyze);
  }

  private static double rows(long count, float threshold) {
    return threshold == Float.POSITIVE_INFINITY
        ? 0
        : (double) (float) count / (double) Math.max(threshold, 1);
  }

  private static double age(XidAge age, XidAge limit, XidAge failsafe, double weight) {
    double score = (double) age.count() / (double) Math.max(1, limit.count());
    double from = weight > 1 ? (double) failsafe.count() / weight : (double) failsafe.count();
    double powered =
        (double) age.count() >= from
            ? Math.pow(score, Math.max(1, (double) age.count() / POWER_STEP))
            : score;
    return powered * weight;
  }
}
