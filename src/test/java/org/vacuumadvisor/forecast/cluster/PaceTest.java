package org.vacuumadvisor.forecast.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.forecast.Clusters;
import org.vacuumadvisor.forecast.Simulation;
import org.vacuumadvisor.postgres.Release;

class PaceTest {
  /// Work from 8 to 20 o'clock, every day.
  private static final Pace BY_DAY =
      new Pace(IntStream.range(0, 168).mapToObj(hour -> byDay(hour % 24)).toList());

  private static double byDay(int hour) {
    return hour >= 8 && hour < 20 ? 1.0 : 0.0;
  }

  @Test
  void aWeekHasAMeanOfOne() {
    assertEquals(2.0, BY_DAY.factors().get(12), 1e-9);
    assertEquals(604_800, BY_DAY.from(Clusters.START).load(604_800), 1e-3);
  }

  @Test
  void loadComesAtTheSecondAtWhichItHasCome() {
    // Saturday, 2026-11-21, 0 o'clock UTC: the first load comes at 8.
    var clock = BY_DAY.from(Clusters.START);
    assertEquals(0, clock.load(8 * 3600), 1e-6);
    assertEquals(7200, clock.load(9 * 3600), 1e-6);
    assertEquals(9 * 3600, clock.second(7200), 1e-6);
    assertEquals(32 * 3600 + 1800, clock.second(86_400 + 3600), 1e-3);
  }

  @Test
  void aWeekThatBeginsInTheMiddleOfAnHourGoesOnThere() {
    var clock = BY_DAY.from(Instant.parse("2026-11-21T19:30:00Z"));
    assertEquals(3600, clock.load(1800), 1e-6);
    assertEquals(3600, clock.load(12 * 3600), 1e-6);
  }

  @Test
  void nothingIsVacuumedWhereNothingIsWritten() {
    var cluster =
        Clusters.paced(
            Clusters.of(Release.V18).table(10_000, new Arrivals(0, 0, 0, 10)).cluster(), BY_DAY);
    var runs = Simulation.run(cluster, Duration.ofDays(7)).tables().getFirst().runs();
    assertEquals(
        List.of(),
        runs.stream()
            .map(each -> each.start().atOffset(ZoneOffset.UTC).getHour())
            .filter(hour -> hour < 8 || hour > 20)
            .toList());
  }

  @Test
  void aWeekHas168Hours() {
    var _ =
        assertThrows(IllegalArgumentException.class, () -> new Pace(Collections.nCopies(24, 1.0)));
    var _ =
        assertThrows(IllegalArgumentException.class, () -> new Pace(Collections.nCopies(168, 0.0)));
  }
}
