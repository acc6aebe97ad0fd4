package org.vacuumadvisor.gui.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.gui.ServerGiven;
import org.vacuumadvisor.gui.chart.Curves;
import org.vacuumadvisor.gui.tables.Timelines.Moment;
import org.vacuumadvisor.report.Part;

class TimelinesTest {
  private final Timelines timelines = new Timelines();

  @Test
  void keepsWhatWasSeenOneAfterTheOther() {
    timelines.add(seen(0, 100));
    var latest = seen(30, 200);
    timelines.add(latest);

    assertEquals(List.of(100.0, 200.0), dead(latest));
  }

  @Test
  void forgetsAnotherServersPast() {
    timelines.add(seen(0, 100));
    var other =
        Advisor.assess(
            new ServerGiven()
                .startedBefore(Duration.ofDays(1))
                .after(Duration.ofSeconds(30))
                .table("orders", 7)
                .survey());
    timelines.add(other);

    assertEquals(List.of(7.0), dead(other));
  }

  @Test
  void drawsDeadRowsAgainstTheirTrigger() {
    timelines.add(seen(0, 100));
    var latest = seen(30, 200);
    timelines.add(latest);
    var table = latest.evidence().survey().relations().getFirst();

    var chart =
        TablePage.curves(table, latest.evidence(), timelines.moments(table, latest.evidence()))
            .getFirst();

    if (!(chart instanceof Part.Lines lines)) {
      throw new AssertionError(chart);
    }
    assertEquals(Duration.ofSeconds(30), lines.span());
    // 50 + 0.2 * 1000
    assertEquals(250, lines.levels().getFirst().value());
  }

  /// However long one watches, there is an end to the memory it takes; first and last stay.
  @Test
  void thinsTheDistantPastOut() {
    var seen = new ArrayList<Integer>();
    for (int at = 0; at < 10_000; at++) {
      seen.add(at);
      Curves.thinOut(seen, 100);
    }

    assertTrue(seen.size() <= 100, () -> seen.size() + " moments");
    assertEquals(0, seen.getFirst());
    assertEquals(9_999, seen.getLast());
  }

  private List<Double> dead(Assessment seen) {
    var table = seen.evidence().survey().relations().getFirst();
    return timelines.moments(table, seen.evidence()).stream().map(Moment::deadRows).toList();
  }

  private static Assessment seen(int seconds, long dead) {
    return Advisor.assess(
        new ServerGiven().after(Duration.ofSeconds(seconds)).table("orders", dead).survey());
  }
}
