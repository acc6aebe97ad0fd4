package org.vacuumadvisor.advice.setting;

import java.util.Optional;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.model.Relation;

/// The fillfactor that leaves room on a page for the next versions of its rows.
final class Fillfactors {
  /// The lowest that is recommended. Our judgement: nobody reports gains from less.
  static final int LOWEST = 50;

  private static final int FIRST_STEP = 90;
  private static final int STEP = 10;

  /// On a page with fewer rows, a tenth of it has no room for two.
  private static final double FEW_ROWS_A_PAGE = 20;

  /// Divided by the rows on a page: the room of two of them, in percent.
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
                    LOWEST,
                    Math.min(
                        now - STEP, 100 - Math.ceil(TWO_ROWS / Math.max(1, goal.rowsPerPage()))));
    return wanted < LOWEST || wanted >= now
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
