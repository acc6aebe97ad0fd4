package org.vacuumadvisor.forecast.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Release;

/// Whether clients are taken to slow down with dead rows: each row takes a millisecond, and as long
/// again for each 10,000 dead rows. Autovacuum comes when 20,000 are dead.
class SlowdownTest {
  private static final double ROW = 0.001;
  private static final double TWICE = 10_000;
  private static final long DUE = 20_000;
  private static final long NEVER = Long.MAX_VALUE;
  private static final Duration APART = Duration.ofSeconds(15);

  @Test
  void findsWhatADeadRowCosts() {
    var found = slowdown(queue(30, 1, DUE)).orElseThrow();
    assertEquals(1 / TWICE, found.perDeadRow(), 0.1 / TWICE);
    assertEquals(1 / ROW, found.rowsASecond(), 0.1 / ROW);
  }

  @Test
  void needsManyLooks() {
    assertEquals(Optional.empty(), slowdown(queue(12, 1, DUE)));
  }

  /// While dead rows only grow, anything else may have made it slower.
  @Test
  void needsDeadRowsToComeAndGo() {
    assertEquals(Optional.empty(), slowdown(queue(30, 1, NEVER)));
  }

  /// A load that is steady whatever is dead, and one that jumps about.
  @Test
  void findsNothingWhereDeadRowsExplainNothing() {
    assertEquals(Optional.empty(), slowdown(queue(30, 0, DUE)));
    var line = new Slowdown.Line(1e-7, ROW, 0.3, 30, 5, 0, DUE);
    assertEquals(Optional.empty(), Slowdown.of(line));
    assertEquals(Optional.empty(), Slowdown.of(new Slowdown.Line(-1e-7, ROW, 0.9, 30, 5, 0, DUE)));
  }

  private static Optional<Slowdown> slowdown(List<Survey> surveys) {
    return Slowdowns.of(surveys).values().stream().findFirst();
  }

  /// Looks at a queue, from which one row is deleted for each that is inserted.
  ///
  /// @param effect of dead rows: 1 as above, 0 none
  /// @param due the dead rows at which autovacuum comes
  private static List<Survey> queue(int looks, double effect, long due) {
    var surveys = new ArrayList<Survey>();
    double written = 0;
    double dead = 0;
    int vacuums = 0;
    for (int look = 0; look < looks; look++) {
      surveys.add(
          Given.server(Release.V18)
              .with(
                  Given.table("job")
                      .rows(100)
                      .live(100)
                      .dead(Math.round(dead))
                      .written(Math.round(written / 2), 0, Math.round(written / 2))
                      .autovacuums(vacuums))
              .taken(APART.multipliedBy(looks - look), 1_000 + look)
              .survey());
      for (int step = 0; step < 1_500; step++) {
        double more = 0.01 / (ROW * (1 + effect * dead / TWICE));
        written += more;
        dead += more / 2;
      }
      if (dead > due) {
        dead = 0;
        vacuums++;
      }
    }
    return surveys;
  }
}
