package org.vacuumadvisor.forecast.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.model.Survey;

class TablePatternsTest {
  private static final Instant NIGHT = Instant.parse("2026-10-05T02:00:00Z");
  private static final Duration DAY = Duration.ofDays(1);

  /// Looked at each hour of nine days: the one is written to at all hours, the other only in one of
  /// the 24. Two looks among eleven are held to have found the mean.
  @Test
  void tellsANightlyTableFromOneOfAllHours() {
    var surveys = new ArrayList<Survey>();
    for (int hour = 0; hour <= 9 * 24; hour++) {
      surveys.add(
          Given.server()
              .with(Given.table("steady").written(0, 1_000L * hour, 0))
              .with(Given.table("nightly").written(0, 24_000L * (hour / 24), 0))
              .taken(Duration.ofHours(9 * 24 - hour), 1_000 + hour)
              .survey());
    }

    var cluster = Cluster.of(List.copyOf(surveys), Optional.empty());

    var nightly = hours(cluster, "nightly");
    double busiest = nightly.factors().stream().mapToDouble(each -> each).max().orElseThrow();
    assertTrue(busiest > 18, () -> "nightly: " + busiest);
    hours(cluster, "steady").factors().forEach(each -> assertEquals(1, each, 0.01));
    assertTrue(
        cluster.assumptions().stream().anyMatch(each -> each.startsWith("Hours of their own")),
        cluster.assumptions()::toString);
  }

  private static Pace hours(Cluster cluster, String name) {
    return cluster.tables().stream()
        .filter(each -> each.name().name().equals(name))
        .findFirst()
        .flatMap(each -> each.pattern().hours())
        .orElseThrow();
  }

  /// A few looks say nothing of hours, whatever they saw.
  @Test
  void leavesATableOfFewLooksTheHoursOfTheServer() {
    var surveys = new ArrayList<Survey>();
    for (int look = 0; look <= 30; look++) {
      surveys.add(
          Given.server()
              .with(Given.table("orders").written(0, 1_000L * look * look, 0))
              .taken(Duration.ofHours(6L * (30 - look)), 1_000 + look)
              .survey());
    }

    var cluster = Cluster.of(List.copyOf(surveys), Optional.empty());

    assertEquals(TablePattern.NONE, cluster.tables().getFirst().pattern());
  }

  @Test
  void findsAJobEachNightThatWasMissedOnce() {
    var nights = nights(8).stream().filter(each -> !each.equals(NIGHT.plus(DAY))).toList();
    var now = NIGHT.plus(DAY.multipliedBy(7)).plusSeconds(3_600);

    var job = VacuumJob.of(nights, now).orElseThrow();

    assertEquals(DAY, job.every());
    assertEquals(NIGHT.plus(DAY.multipliedBy(8)), job.next());
  }

  @Test
  void findsNoJobInRunsByHand() {
    var runs = List.of(NIGHT, NIGHT.plusSeconds(600), NIGHT.plusSeconds(90_000));

    assertEquals(Optional.empty(), VacuumJob.of(runs, NIGHT.plus(DAY.multipliedBy(2))));
    assertEquals(Optional.empty(), VacuumJob.of(nights(2), NIGHT.plus(DAY.multipliedBy(2))));
  }

  @Test
  void findsNoJobThatHasEnded() {
    assertEquals(
        Optional.empty(), VacuumJob.of(nights(9), NIGHT.plus(DAY.multipliedBy(8).plusHours(37))));
  }

  private static List<Instant> nights(int count) {
    return IntStream.range(0, count)
        .mapToObj(night -> NIGHT.plus(DAY.multipliedBy(night)))
        .toList();
  }
}
