package org.vacuumadvisor.advice.setting;

import java.util.Optional;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.model.Relation;

/// The fillfactor that leaves room on a page for the next versions of its rows.
final class Fillfactors {
  /// Half of a table's space for nothing but updates is the most that anybody reports: ours.
  static final int LEAST = 50;

  private static final int FIRST_STEP = 90;
  private static final int STEP = 10;

  /// On pages with fewer rows than these, a step of a tenth is less than one row.
  private static final double FEW_ROWS_A_PAGE = 20;

  /// Two rows, in parts of a hundred.
  private static final double TWO_ROWS = 200;

  private Fillfactors() {}

  /// Room for two rows a page where rows are long, else a tenth of the page.
  static Optional<Proposal> lower(Relation relation, Goal.RoomForUpdates goal) {
    int now = relation.parameters().fillfactor().orElse(100);
    int wanted =
        goal.rowsPerPage() >= FEW_ROWS_A_PAGE
            ? Math.min(FIRST_STEP, now - STEP)
            : (int)
                Math.max(
                    LEAST,
                    Math.min(
                        now - STEP, 100 - Math.ceil(TWO_ROWS / Math.max(1, goal.rowsPerPage()))));
    return wanted < LEAST || wanted >= now
        ? Optional.empty()
        : Optional.of(
            ClosedForm.ofTable(
                relation,
                "fillfactor",
                Integer.toString(wanted),
                new Effect.NotPredicted(
                    "the share of HOT updates rises as pages are filled anew; the table may grow by"
                        + " up to %d %%".formatted(Math.round(100.0 * now / wanted - 100)))));
  }
}
