package org.vacuumadvisor.forecast.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.forecast.Clusters;
import org.vacuumadvisor.forecast.KnownLoad;
import org.vacuumadvisor.forecast.Simulation;
import org.vacuumadvisor.forecast.cluster.Rhythm.Grain;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ServerSettings;

/// Expected factors follow from the rates that the logs were made of: half of the hours have ten
/// times the load of the others, so 10 / 5.5 and 1 / 5.5 of the mean.
class RhythmTest {
  private static final KnownLoad BY_DAY = new KnownLoad(1, 2, KnownLoad::byDay);
  private static final KnownLoad STEADY = new KnownLoad(5.5, 2, _ -> 1);
  private static final KnownLoad BY_WEEKDAY = new KnownLoad(1, 2, KnownLoad::byWeekday);

  @Test
  void findsDayAndNightInALog() {
    var rhythm = Rhythm.of(BY_DAY.history(Duration.ofDays(9)));

    assertEquals(Grain.HOUR_OF_DAY, rhythm.grain());
    assertEquals(10 / 5.5, rhythm.pace().factors().get(12), 0.1);
    assertEquals(1 / 5.5, rhythm.pace().factors().get(24 + 3), 0.06);
    var byDay =
        IntStream.range(0, 168).filter(RhythmTest::day).mapToDouble(rhythm.pace().factors()::get);
    assertEquals(10 / 11.0, byDay.sum() / 168, 0.05);
  }

  @Test
  void findsTheWeekendInSixWeeks() {
    var rhythm = Rhythm.of(BY_WEEKDAY.history(Duration.ofDays(42)));

    double mean = (60 * 10 + 108) / 168.0;
    assertEquals(Grain.HOUR_OF_WEEK, rhythm.grain());
    assertEquals(10 / mean, rhythm.pace().factors().get(2 * 24 + 12), 0.35);
    assertEquals(1 / mean, rhythm.pace().factors().get(6 * 24 + 12), 0.12);
  }

  @Test
  void isFlatWhereTheLoadIs() {
    var rhythm = Rhythm.of(STEADY.history(Duration.ofDays(20)));

    assertEquals(Grain.HOUR_OF_WEEK, rhythm.grain());
    rhythm.pace().factors().forEach(each -> assertEquals(1, each, 0.02));
  }

  @Test
  void saysNothingOfHoursThatCameOnce() {
    var rhythm = Rhythm.of(BY_DAY.history(Duration.ofHours(40)));

    assertFalse(rhythm.isKnown());
    assertEquals(Pace.STEADY, rhythm.pace());
  }

  /// A row in 30 seconds: 2,050 are dead every 17 hours, which says nothing of hours.
  @Test
  void takesNoHoursFromATableThatIsVacuumedOnceADay() {
    var history = new KnownLoad(1 / 30.0, 2, _ -> 1).history(Duration.ofDays(20));

    assertEquals(0, Rhythm.of(history).pace().factors().stream().filter(each -> each != 1).count());
  }

  /// Counted each hour: the shape of the load itself, but for a prior of two looks among nine.
  @Test
  void findsDayAndNightBetweenSurveys() {
    double written = 0;
    var surveys = new ArrayList<Survey>();
    int hours = 9 * 24;
    for (int hour = 0; hour <= hours; hour++) {
      surveys.add(survey(hours - hour, Math.round(written)));
      int ofWeek = Math.floorMod(hour + startHour(hours), 168);
      written += 3600 * KnownLoad.byDay(ofWeek);
    }

    var rhythm = Rhythm.of(surveys);

    assertEquals(Grain.HOUR_OF_DAY, rhythm.grain());
    assertEquals((9 * 10 / 5.5 + 2) / 11, rhythm.pace().factors().get(12), 0.06);
    assertEquals((9 * 1 / 5.5 + 2) / 11, rhythm.pace().factors().get(3), 0.06);
  }

  private static int startHour(int hoursAgo) {
    var at = survey(hoursAgo, 0).takenAt().atOffset(ZoneOffset.UTC);
    return (at.getDayOfWeek().getValue() - 1) * 24 + at.getHour();
  }

  private static Survey survey(long hoursAgo, long updated) {
    return Given.server()
        .with(Given.table("orders").written(0, updated, 0))
        .taken(Duration.ofHours(hoursAgo), 1_000_000 - hoursAgo)
        .survey();
  }

  private static boolean day(int hour) {
    return hour % 24 >= 8 && hour % 24 < 20;
  }

  /// 36 hours after nine days, in which the true rates bring a vacuum every 206 s by day and every
  /// 2,050 s by night.
  @Test
  void foreseesANightBetterThanAFlatRate() {
    var known = Duration.ofDays(9).plusHours(20);
    var cluster = Cluster.ofLogs(BY_DAY.history(known), ServerSettings.unknown(Release.V16));
    var night = Duration.ofHours(12);
    long seen = BY_DAY.runs(known.plus(night)).size() - (long) BY_DAY.runs(known).size();

    long withPattern = vacuums(cluster, night);
    long flat = vacuums(Clusters.paced(cluster, Pace.STEADY), night);

    assertTrue(Math.abs(withPattern - seen) <= 0.25 * (double) seen, seen + " " + withPattern);
    assertTrue(flat >= 3 * seen, seen + " " + flat);
  }

  private static long vacuums(Cluster cluster, Duration length) {
    return Simulation.run(cluster, length).tables().getFirst().figures().vacuums();
  }

  /// Looked at for an hour at noon, the load of an average hour is 5.5 tenths of what was seen.
  @Test
  void bringsASampleOfABusyHourToTheMean() {
    var history = BY_DAY.history(Duration.ofDays(9));
    var newer = survey(0, 36_000);
    var older = survey(1, 0);
    var hour = newer.takenAt().minusSeconds(1).atOffset(ZoneOffset.UTC).getHour();

    var cluster = Cluster.of(List.of(older, newer), Optional.of(history));

    double factor = Rhythm.of(history).pace().factors().get(hour);
    var arrivals = cluster.tables().getFirst().arrivals();
    assertEquals(10 / factor, arrivals.otherUpdates() + arrivals.hotUpdates(), 0.01);
    assertTrue(
        cluster.assumptions().stream().anyMatch(each -> each.startsWith("Load by the hour")));
  }

  @Test
  void takesTheLoadOfAWholeSeriesOfSurveys() {
    var surveys = new ArrayList<Survey>();
    for (int hour = 72; hour >= 0; hour--) {
      surveys.add(survey(hour, 3_600L * (72 - hour)));
    }

    var arrivals =
        Cluster.of(List.copyOf(surveys), Optional.empty()).tables().getFirst().arrivals();

    assertEquals(1, arrivals.otherUpdates() + arrivals.hotUpdates(), 0.01);
  }
}
