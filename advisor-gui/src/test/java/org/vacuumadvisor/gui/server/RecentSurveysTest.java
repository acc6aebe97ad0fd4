package org.vacuumadvisor.gui.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.gui.ServerGiven;
import org.vacuumadvisor.gui.server.LiveServer.RecentSurveys;
import org.vacuumadvisor.model.Survey;

class RecentSurveysTest {
  @Test
  void keepsFewOfManyLooks() {
    var recent = RecentSurveys.NONE;
    for (int at = 0; at <= 300; at += 10) {
      recent = recent.with(after(at));
    }

    assertTrue(recent.surveys().size() <= 6, recent.surveys().size() + " surveys");
  }

  @Test
  void findsAWindowOfAMinuteAndNotMuchMore() {
    var recent = RecentSurveys.NONE;
    for (int at = 0; at <= 300; at += 10) {
      recent = recent.with(after(at));
    }

    var begin = recent.before(after(310)).orElseThrow().takenAt();
    long seconds = Duration.between(begin, after(310).takenAt()).toSeconds();
    assertTrue(seconds >= 60 && seconds <= 90, seconds + " s");
  }

  @Test
  void takesTheOldestWhereThereIsNoMinuteYet() {
    var recent = RecentSurveys.NONE.with(after(0)).with(after(10));

    assertEquals(after(0).takenAt(), recent.before(after(20)).orElseThrow().takenAt());
  }

  private static Survey after(long seconds) {
    return new ServerGiven().table("a", 1).after(Duration.ofSeconds(seconds)).survey();
  }
}
