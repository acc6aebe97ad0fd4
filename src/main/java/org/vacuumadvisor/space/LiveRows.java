package org.vacuumadvisor.space;

import java.util.OptionalDouble;
import org.vacuumadvisor.model.Population;
import org.vacuumadvisor.model.Relation;

/// How many rows a table has that a rewrite would keep.
final class LiveRows {
  /// Of so many times its rows were changed since ANALYZE, its widths are those of other rows.
  private static final double RENEWED = 2;

  /// By so large a share their number may have moved.
  private static final double MOVED = 0.1;

  private LiveRows() {}

  /// `n_live_tup`, which follows every commit, where a vacuum or analyze has set it right since the
  /// counters began; else `reltuples`. Empty where nobody counted.
  static OptionalDouble of(Relation relation) {
    var counted = relation.population().known().map(Population::live);
    var maintenance = relation.maintenance();
    boolean isSet =
        maintenance.vacuumedLast().isPresent() || maintenance.analyzedLast().isPresent();
    if (counted.isPresent() && isSet) {
      return OptionalDouble.of(counted.get());
    }
    var rows = relation.extent().rows().known();
    return rows.isPresent() ? OptionalDouble.of(rows.get()) : OptionalDouble.empty();
  }

  /// Whether so much was written since VACUUM or ANALYZE looked that these are other rows, or
  /// another number of them.
  static boolean areNew(Relation relation) {
    return areOthers(relation) || areMoreOrFewer(relation);
  }

  private static boolean areMoreOrFewer(Relation relation) {
    var then = relation.extent().rows().known();
    var now = of(relation);
    return then.isPresent()
        && now.isPresent()
        && Math.abs(now.getAsDouble() - then.get()) > MOVED * Math.max(1, then.get());
  }

  private static boolean areOthers(Relation relation) {
    return relation
        .population()
        .known()
        .filter(
            rows -> rows.modifiedSinceAnalyze() > RENEWED * Math.max(1, rows.live() + rows.dead()))
        .isPresent();
  }
}
