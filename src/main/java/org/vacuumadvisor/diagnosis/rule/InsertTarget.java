package org.vacuumadvisor.diagnosis.rule;

import java.util.Optional;
import java.util.TreeMap;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Situation;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.unit.Quantities;

/// How many rows may be inserted between two vacuums of a table that only grows: a fixed number, so
/// that the wait does not grow with the table.
///
/// @param rows the target
/// @param because what decided
record InsertTarget(double rows, String because) {
  private static final double SECONDS_BETWEEN = 600;
  private static final double LEAST_ROWS = 1_000;

  /// The part of what is much that is little enough.
  private static final double PART_OF_MUCH = 0.25;

  static InsertTarget of(Relation relation, Situation situation) {
    var space = RowSpace.of(relation);
    double byRate =
        situation.workload(relation).rates().insertsPerSecond().orElse(0) * SECONDS_BETWEEN;
    double bySpace = space.within(InsertThresholdTooHigh.MUCH) * PART_OF_MUCH;
    double rows = rounded(Math.max(LEAST_ROWS, Math.max(byRate, bySpace)));
    return new InsertTarget(
        rows,
        byRate > bySpace
            ? "what is inserted in " + Quantities.seconds(SECONDS_BETWEEN)
            : "the rows of about " + space.of(rows));
  }

  /// The setting; empty where it would make autovacuum come later than it will.
  Optional<Remedy> remedy(Relation relation, Situation situation) {
    var thresholds = situation.thresholds(relation);
    if (thresholds.hasInsert() && rows >= settled(relation, situation)) {
      return Optional.empty();
    }
    var parameters = new TreeMap<String, String>();
    parameters.put("autovacuum_vacuum_insert_scale_factor", "0");
    parameters.put("autovacuum_vacuum_insert_threshold", Long.toString(Math.round(rows)));
    return Optional.of(
        new Remedy.TuneTable(
            relation,
            parameters,
            new Effect.Predicted(
                "rows inserted when autovacuum comes",
                thresholds.hasInsert() ? Quantities.count(thresholds.insert()) : "it does not come",
                Quantities.count(rows),
                Quantities.count(rows),
                "the server's own arithmetic; chosen: " + because)));
  }

  /// The threshold once a vacuum has counted the rows, of which none is frozen yet.
  private static double settled(Relation relation, Situation situation) {
    var options = situation.options(relation);
    return options.insertThreshold().value()
        + options.insertScaleFactor().value() * RowSpace.of(relation).rows();
  }

  /// To two digits that count.
  private static double rounded(double rows) {
    double unit = Math.pow(10, Math.floor(Math.log10(rows)) - 1);
    return Math.round(rows / unit) * unit;
  }
}
