package org.vacuumadvisor.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.model.Grouped;
import org.vacuumadvisor.model.Reading;

/// Both sides of each bar of the class by writes.
class WriteMixTest {
  /// Counted over an hour between two surveys.
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # inserted, updated, deleted, vanished, scans, live, class, confidence
          # 25 rows written are a mix, 24 are not
          24,   0,    0,    0,   1,   1000000, UNDETERMINED, LOW
          25,   0,    0,    0,   1,   1000000, INSERT_ONLY,  HIGH
          # a queue has removed 10 rows
          9,    9,    9,    0,   90,  1,       QUEUE_CHURN,  MEDIUM
          9,    0,    9,    0,   90,  1,       UNDETERMINED, LOW
          10,   0,    10,   0,   90,  1,       QUEUE_CHURN,  HIGH
          # it removes about as many as come: half at least, or twice
          40,   0,    20,   0,   90,  2,       QUEUE_CHURN,  HIGH
          42,   0,    20,   0,   90,  2,       QUEUE_CHURN,  LOW
          20,   0,    40,   0,   90,  2,       QUEUE_CHURN,  HIGH
          20,   0,    42,   0,   90,  2,       QUEUE_CHURN,  LOW
          # a row of it is updated ten times at most
          20,   200,  20,   0,   90,  2,       QUEUE_CHURN,  HIGH
          20,   201,  20,   0,   90,  2,       TPC_C,        HIGH
          # surely one turns over ten times, one at all three times
          100,  800,  100,  0,   900, 10,      QUEUE_CHURN,  HIGH
          99,   800,  99,   0,   900, 10,      QUEUE_CHURN,  MEDIUM
          30,   240,  30,   0,   900, 10,      QUEUE_CHURN,  MEDIUM
          29,   240,  29,   0,   900, 10,      TPC_C,        HIGH
          # rows go by TRUNCATE or dropped partitions, too
          100,  800,  0,    100, 900, 10,      QUEUE_CHURN,  HIGH
          # a hundred rows a scan are a clean-up
          3000, 0,    1000, 0,   10,  1000000, INSERT_ONLY,  MEDIUM
          3000, 0,    1000, 0,   11,  1000000, QUEUE_CHURN,  LOW
          30,   0,    11,   0,   0,   1000000, INSERT_ONLY,  MEDIUM
          30,   0,    10,   0,   0,   1000000, QUEUE_CHURN,  LOW
          24,   0,    100,  0,   1,   1000000, UNDETERMINED, LOW
          20,   5,    100,  0,   1,   1000000, TPC_C,        MEDIUM
          20,   4,    100,  0,   1,   1000000, UNDETERMINED, LOW
          # changes are negligible up to a hundredth, a twentieth, a tenth
          99,   1,    0,    0,   9,   1000000, INSERT_ONLY,  HIGH
          989,  11,   0,    0,   9,   1000000, INSERT_ONLY,  MEDIUM
          95,   5,    0,    0,   9,   1000000, INSERT_ONLY,  MEDIUM
          949,  51,   0,    0,   9,   1000000, INSERT_ONLY,  LOW
          90,   10,   0,    0,   9,   1000000, INSERT_ONLY,  LOW
          899,  101,  0,    0,   9,   1000000, TPC_C,        MEDIUM
          # a fifth of updates is plenty
          80,   20,   0,    0,   9,   1000000, TPC_C,        MEDIUM
          79,   21,   0,    0,   9,   1000000, TPC_C,        HIGH
          # deletes follow inserts where they are half as many, with an update and a quarter each
          40,   75,   20,   0,   9,   1000000, QUEUE_CHURN,  MEDIUM
          40,   76,   20,   0,   9,   1000000, TPC_C,        HIGH
          100,  50,   49,   0,   9,   1000000, TPC_C,        HIGH
          100,  50,   50,   0,   9,   1000000, QUEUE_CHURN,  MEDIUM
          20,   0,    40,   0,   9,   1000000, QUEUE_CHURN,  MEDIUM
          20,   0,    41,   0,   9,   1000000, QUEUE_CHURN,  LOW
          # else the more frequent change decides
          100,  30,   30,   0,   9,   1000000, TPC_C,        MEDIUM
          100,  29,   30,   0,   9,   1000000, QUEUE_CHURN,  LOW
          100,  0,    20,   0,   9,   1000000, INSERT_ONLY,  LOW
          100,  0,    21,   0,   9,   1000000, QUEUE_CHURN,  LOW
          """)
  void holdsToItsBars(
      long inserted,
      long updated,
      long deleted,
      long vanished,
      long scans,
      double live,
      WorkloadClass kind,
      Confidence confidence) {
    var hour = new Period.Between(Sample.NOON, Sample.NOON.plus(Duration.ofHours(1)));
    var verdict =
        WriteMix.verdict(traffic(inserted, updated, deleted, vanished, scans, live, hour));

    assertEquals(kind, verdict.kind());
    assertEquals(confidence, verdict.confidence());
  }

  /// A tenth of what went lives at any time, a row for a tenth of the time: an hour, or longer.
  @ParameterizedTest
  @CsvSource({"36000, true", "36001, false"})
  void aRowOfAQueueLivesForAnHourAtMost(long seconds, boolean churns) {
    var period = new Period.Between(Sample.NOON, Sample.NOON.plusSeconds(seconds));

    assertEquals(churns, WriteMix.churns(traffic(1_000, 0, 1_000, 0, 9_000, 100, period)));
  }

  /// Where the time is unknown, few rows and a fast turn-over have to do.
  @ParameterizedTest
  @CsvSource({"1000, 10000, true", "1001, 10010, false", "1000, 9999, false"})
  void withoutATimeAQueueIsSmallAndTurnsOverTenTimes(double live, long gone, boolean churns) {
    var unknown = new Period.SinceReset(Reading.missing(Reading.Why.NOT_APPLICABLE), Sample.NOON);

    assertEquals(churns, WriteMix.churns(traffic(gone, 0, gone, 0, 90_000, live, unknown)));
  }

  /// In ten days a tenth of what was deleted was there at any time: a row lived for a day.
  @ParameterizedTest
  @CsvSource({"10000, QUEUE_CHURN", "10001, INSERT_ONLY"})
  void whatLivedForMoreThanADayIsAHistory(double live, WorkloadClass kind) {
    var tenDays =
        new Period.SinceReset(Reading.of(Sample.NOON.minus(Duration.ofDays(10))), Sample.NOON);

    assertEquals(
        kind, WriteMix.verdict(traffic(150_000, 0, 100_000, 0, 100_000, live, tenDays)).kind());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          100 | 0   | 100 rows inserted, 100 deleted
          100 | 100 | 100 rows inserted, 100 deleted
          80  | 100 | 100 rows inserted, 100 of them gone without a DELETE
          """)
  void saysHowRowsWent(long deleted, long vanished, String said) {
    var hour = new Period.Between(Sample.NOON, Sample.NOON.plus(Duration.ofHours(1)));
    var because = WriteMix.verdict(traffic(100, 0, deleted, vanished, 900, 10, hour)).because();

    assertEquals(said, because.getFirst());
    assertEquals("the table turned over 10 times", because.get(1));
    assertEquals("a row lives 6 min", because.get(2));
  }

  private static Traffic traffic(
      long inserted,
      long updated,
      long deleted,
      long vanished,
      long scans,
      double live,
      Period period) {
    return new Traffic(
        Grouped.activity(inserted, updated, 0, deleted, scans, 0, 0, 0),
        0,
        Optional.of(live),
        vanished,
        period,
        Duration.ofHours(1),
        0);
  }
}
