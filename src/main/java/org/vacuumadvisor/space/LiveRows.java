package org.vacuumadvisor.space;

import java.time.Instant;
import java.util.List;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Known;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.TableKeys;

/// How many rows a table has that a rewrite would keep.
final class LiveRows {
  /// Of so many times its rows were changed since ANALYZE, its widths are those of other rows.
  private static final double RENEWED = 2;

  private static final List<Key<Instant>> SETTING =
      List.of(
          TableKeys.LAST_VACUUM,
          TableKeys.LAST_AUTOVACUUM,
          TableKeys.LAST_ANALYZE,
          TableKeys.LAST_AUTOANALYZE);

  /// By so large a share their number may have moved.
  private static final double MOVED = 0.1;

  private LiveRows() {}

  /// `n_live_tup`, which follows every commit, where a vacuum or analyze has set it right since the
  /// counters began; else `reltuples`. Empty where nobody counted.
  static Reading<Double> of(Relation relation) {
    var counted = relation.get(TableKeys.N_LIVE_TUP).map(Long::doubleValue);
    var rows = relation.get(TableKeys.RELTUPLES);
    boolean isRowsShown = relation.readings().shows(TableKeys.RELTUPLES);
    return (isSet(relation) || !isRowsShown) && counted.isKnown() ? counted : rows;
  }

  /// Whether a vacuum or analyze has set the counter right since the counters began.
  private static boolean isSet(Relation relation) {
    return SETTING.stream().anyMatch(each -> relation.get(each) instanceof Known<?>);
  }

  /// Whether so much was written since VACUUM or ANALYZE looked that these are other rows, or
  /// another number of them.
  static boolean areNew(Relation relation) {
    return areOthers(relation) || areMoreOrFewer(relation);
  }

  private static boolean areMoreOrFewer(Relation relation) {
    return Reading.both(
            relation.get(TableKeys.RELTUPLES),
            of(relation),
            "",
            (then, now) -> Math.abs(now - then) > MOVED * Math.max(1, then))
        .or(false);
  }

  private static boolean areOthers(Relation relation) {
    var changed = relation.get(TableKeys.N_MOD_SINCE_ANALYZE);
    var rows =
        Reading.both(
            relation.get(TableKeys.N_LIVE_TUP),
            relation.get(TableKeys.N_DEAD_TUP),
            "sum",
            Long::sum);
    return Reading.both(changed, rows, "", (some, all) -> some > RENEWED * Math.max(1, all))
        .or(false);
  }
}
