package org.vacuumadvisor.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.model.Grouped;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.unit.Share;

/// Both sides of each bar between reads and writes, of a table of which every write is an update.
class TrafficJudgeTest {
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # updated, reads, around in %, class, confidence
          255,   745,    74.5, READ_HEAVY, MEDIUM
          256,   744,    74.4, TPC_C,      HIGH
          200,   800,    80,   READ_HEAVY, HIGH
          201,   799,    79.9, READ_HEAVY, MEDIUM
          # between 70 and 78 % the tables around decide
          300,   700,    80,   READ_HEAVY, MEDIUM
          301,   699,    80,   TPC_C,      HIGH
          221,   779,    10,   TPC_C,      MEDIUM
          220,   780,    10,   READ_HEAVY, MEDIUM
          # a thousand operations are many, a hundred enough
          999,   0,      0,    TPC_C,      MEDIUM
          1000,  0,      0,    TPC_C,      HIGH
          100,   0,      0,    TPC_C,      MEDIUM
          99,    0,      0,    UNDETERMINED, LOW
          """)
  void holdsToItsBars(
      long updated, long reads, double around, WorkloadClass kind, Confidence confidence) {
    var verdict =
        TrafficJudge.verdict(
            traffic(updated, reads, between(Duration.ofSeconds(20))), Share.ofPercent(around));

    assertEquals(kind, verdict.kind());
    assertEquals(confidence, verdict.confidence());
  }

  /// Five seconds, twenty, an hour.
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # updated, reads, milliseconds, class, confidence
          0,    50,   4999,    UNDETERMINED, LOW
          0,    50,   5000,    IDLE,         LOW
          0,    50,   19999,   IDLE,         LOW
          0,    50,   20000,   IDLE,         MEDIUM
          1,    50,   3599999, UNDETERMINED, LOW
          1,    50,   3600000, IDLE,         HIGH
          0,    50,   3599999, IDLE,         MEDIUM
          0,    50,   3600000, IDLE,         HIGH
          1000, 0,    19999,   TPC_C,        MEDIUM
          1000, 0,    20000,   TPC_C,        HIGH
          """)
  void isAsSureAsItLookedForLong(
      long updated, long reads, long millis, WorkloadClass kind, Confidence confidence) {
    var verdict = TrafficJudge.verdict(traffic(updated, reads, between(Duration.ofMillis(millis))));

    assertEquals(kind, verdict.kind());
    assertEquals(confidence, verdict.confidence());
  }

  @Test
  void isLessSureOfAnAverage() {
    var since = new Period.SinceReset(Reading.of(Sample.NOON.minusSeconds(7_200)), Sample.NOON);

    assertEquals(Confidence.MEDIUM, TrafficJudge.verdict(traffic(5_000, 0, since)).confidence());
  }

  /// Sixteen rows in two seconds are eight a second. What came in the first hour after a reset is
  /// no rate.
  @Test
  void countsRowsASecond() {
    var activity = Grouped.activity(6, 7, 0, 3, 0, 0, 0, 0);
    var rates = new Rates(activity, between(Duration.ofSeconds(2)));

    assertEquals(Optional.of(3.0), rates.insertsPerSecond());
    assertEquals(Optional.of(5.0), rates.deadRowsPerSecond());
    assertEquals(Optional.of(8.0), rates.writtenRowsPerSecond());
    assertEquals(Optional.empty(), new Rates(activity, between(Duration.ZERO)).insertsPerSecond());
    assertEquals(Optional.empty(), sinceReset(3_599));
    assertEquals(Optional.of(6 / 3_600.0), sinceReset(3_600));
  }

  private static Optional<Double> sinceReset(long seconds) {
    var since = new Period.SinceReset(Reading.of(Sample.NOON.minusSeconds(seconds)), Sample.NOON);
    return new Rates(Grouped.activity(6, 0, 0, 0, 0, 0, 0, 0), since).insertsPerSecond();
  }

  private static Period between(Duration length) {
    return new Period.Between(Sample.NOON, Sample.NOON.plus(length));
  }

  private static Traffic traffic(long updated, long reads, Period period) {
    return new Traffic(
        Grouped.activity(0, updated, 0, 0, reads, 0, 0, 0),
        reads,
        Optional.of(1_000_000.0),
        0,
        period,
        Optional.of(period).flatMap(Period::length).orElseThrow(),
        0);
  }
}
