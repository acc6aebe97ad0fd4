package org.vacuumadvisor.diagnosis.rule.threshold;

import java.util.Optional;
import java.util.Set;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.RowSpace;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;

/// How many rows may be inserted between two vacuums of a table that only grows: a fixed number, so
/// that the wait does not grow with the table.
///
/// @param rows the target
/// @param because what decided
record InsertTarget(double rows, String because) {
  private static final double LEAST_ROWS = 1_000;

  /// Indexes that a vacuum which removes nothing does not read: the others are read whole, each
  /// time (`amvacuumcleanup` of GIN, GiST and SP-GiST).
  private static final Set<String> LEFT_ALONE = Set.of("btree", "hash", "brin");

  /// How often vacuum may come.
  ///
  /// @param seconds what is inserted in so much time is little enough
  /// @param space so much is little enough, too
  private record Pace(double seconds, Bytes space) {

    /// Where each vacuum reads whole indexes, or nobody showed which there are: ours.
    private static final Pace SLOW = new Pace(600, Bytes.ofMegabytes(64));

    /// A vacuum that has nothing to remove reads the new pages alone, which are still in the
    /// buffers and not yet written. A hundredth of `checkpoint_timeout`, so that few pages are
    /// written twice; measured in the lab, see docs/experiments/insert-only.md.
    private static final double PART_OF_CHECKPOINT = 0.01;

    private static final Bytes FEW_PAGES = Bytes.ofMegabytes(2);

    static Pace of(Relation relation, Evidence evidence) {
      double checkpoint = (double) evidence.settings().integerOrDefault(Setting.CHECKPOINT_TIMEOUT);
      boolean isSeen = evidence.isReadWhole() || !relation.indexes().isEmpty();
      return isSeen
              && relation.indexes().stream().allMatch(each -> LEFT_ALONE.contains(each.method()))
          ? new Pace(checkpoint * PART_OF_CHECKPOINT, FEW_PAGES)
          : SLOW;
    }
  }

  /// Empty where nobody knows how many rows the table has, or its size.
  static Optional<InsertTarget> of(Relation relation, Evidence evidence) {
    return RowSpace.of(evidence.about(relation)).map(space -> of(space, relation, evidence));
  }

  private static InsertTarget of(RowSpace space, Relation relation, Evidence evidence) {
    var pace = Pace.of(relation, evidence);
    double byRate =
        evidence.workload(relation).rates().insertsPerSecond().orElse(0.0) * pace.seconds();
    double bySpace = space.within(pace.space());
    double rows = rounded(Math.max(LEAST_ROWS, Math.max(byRate, bySpace)));
    return new InsertTarget(
        rows,
        byRate > bySpace
            ? "what is inserted in " + Quantities.seconds(pace.seconds())
            : "the rows of about " + space.of(rows));
  }

  /// What a table is to be tuned to; empty where that would make autovacuum come later than it
  /// will.
  Optional<Remedy> remedy(Relation relation, Evidence evidence) {
    boolean isLess =
        RowSpace.rows(relation).filter(all -> rows < settled(all, relation, evidence)).isPresent();
    return evidence.thresholds(relation).hasInsert() && !isLess
        ? Optional.empty()
        : Optional.of(
            new Remedy.Tune(
                relation,
                Setting.AUTOVACUUM_VACUUM_INSERT_THRESHOLD,
                new Goal.InsertsBetweenVacuums(rows, because)));
  }

  /// The threshold once a vacuum has counted the rows, of which none is frozen yet.
  private static double settled(double tableRows, Relation relation, Evidence evidence) {
    var options = evidence.options(relation);
    return options.insertThreshold().value() + options.insertScaleFactor().value() * tableRows;
  }

  /// To two digits that count.
  private static double rounded(double rows) {
    double unit = Math.pow(10, Math.floor(Math.log10(rows)) - 1);
    return Math.round(rows / unit) * unit;
  }
}
