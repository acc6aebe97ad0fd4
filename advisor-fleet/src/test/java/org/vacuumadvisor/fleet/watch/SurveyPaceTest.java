package org.vacuumadvisor.fleet.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SurveyPaceTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final SurveyPace pace = new SurveyPace(MINUTE);

  @Test
  void surveysASmallServerAsOftenAsAskedFor() {
    take(20, 100, 100, 100);

    assertEquals(MINUTE, pace.interval());
  }

  @Test
  void surveysAServerOfManyTablesMoreRarely() {
    take(20, 4060, 4060, 4060);

    assertEquals(Duration.ofSeconds(800), pace.interval());
  }

  @Test
  void doesNotTakeAFarAwayServerForALargeOne() {
    take(400, 1300, 1300, 1300);

    assertEquals(MINUTE, pace.interval());
  }

  @Test
  void doesNotTakeOneSlowSurveyForTheUsual() {
    take(20, 9000, 100, 9000);

    assertEquals(MINUTE, pace.interval());
  }

  @Test
  void learnsFromTheFirstTwoSurveys() {
    take(20, 9000);

    assertEquals(MINUTE, pace.interval());
  }

  @Test
  void surveysTheLargestOnceAnHour() {
    take(20, 90_000, 90_000);

    assertEquals(Duration.ofHours(1), pace.interval());
  }

  @Test
  void surveysNoServerMoreOftenThanAskedFor() {
    var rare = new SurveyPace(Duration.ofHours(2));
    rare.surveyed(Duration.ofMinutes(1));
    rare.surveyed(Duration.ofMinutes(1));

    assertEquals(Duration.ofHours(2), rare.interval());
  }

  private void take(long glance, long... surveys) {
    pace.glanced(Duration.ofMillis(glance));
    for (long survey : surveys) {
      pace.surveyed(Duration.ofMillis(survey));
    }
  }
}
