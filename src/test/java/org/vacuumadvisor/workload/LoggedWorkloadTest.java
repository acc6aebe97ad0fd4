package org.vacuumadvisor.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.diagnosis.rule.Logs;
import org.vacuumadvisor.diagnosis.rule.RunText;

/// Vacuums of one table, an hour apart, as PostgreSQL logs them.
class LoggedWorkloadTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # removed, remain of each vacuum               | class        | confidence
          # two vacuums are no habit
          1000 100, 1000 100                            | UNDETERMINED | LOW
          1000 100, 1000 100, 1000 100                  | QUEUE_CHURN  | MEDIUM
          # a queue is half garbage, and turns over ten times
          300 90, 300 90, 300 90                        | QUEUE_CHURN  | MEDIUM
          299 90, 300 90, 300 90                        | TPC_C        | LOW
          90 90, 90 90, 90 90, 630 90                   | QUEUE_CHURN  | MEDIUM
          89 90, 89 90, 89 90, 633 90                   | TPC_C        | LOW
          # inserts alone leave a hundredth of dead rows in a table that grows by a twentieth
          3 1000, 3 1020, 4 1050                        | INSERT_ONLY  | MEDIUM
          3 1000, 3 1020, 5 1050                        | UNDETERMINED | LOW
          3 1000, 3 1020, 4 1049                        | UNDETERMINED | LOW
          # a table with many changes stays as it is, and a twentieth of it is dead
          50 1000, 50 1000, 50 1000                     | TPC_C        | LOW
          49 1000, 49 1000, 49 1000                     | UNDETERMINED | LOW
          50 1000, 50 1000, 50 1049                     | TPC_C        | LOW
          50 1000, 50 1000, 50 1050                     | UNDETERMINED | LOW
          """)
  void tellsAClassByWhatVacuumsRemoveAndLeave(
      String vacuums, WorkloadClass kind, Confidence confidence) {
    var seen = workload(vacuums);

    assertEquals(kind, seen.kind());
    assertEquals(confidence, seen.confidence());
  }

  @Test
  void givesTheRowsThatDecided() {
    assertEquals(
        List.of("1.0 k rows removed by a vacuum, 100 rows left", "3.0 k rows removed in all"),
        workload("1000 100, 1000 100, 1000 100").because());
    assertEquals(
        List.of("10 rows removed by 3 vacuums", "grew to 1.1 k rows"),
        workload("3 1000, 3 1020, 4 1050").because());
    assertEquals(
        List.of("a vacuum removes 20 % of the rows", "the rows left stay about as many"),
        workload("250 1000, 250 1000, 250 1000").because());
    assertEquals(List.of("2 of its vacuums were logged"), workload("9 9, 9 9").because());
  }

  /// From the start of the first vacuum, which took a second, to the end of the last.
  @Test
  void isAboutTheTimeOfTheLog() {
    var period = workload("9 9, 9 9, 9 9").rates().period();

    assertEquals(Duration.ofHours(2).plusSeconds(1), period.length().orElseThrow());
    assertTrue(period instanceof Period.SinceReset);
  }

  private static Workload workload(String vacuums) {
    var log = new StringBuilder();
    int hour = 0;
    for (var each : vacuums.split(", ", -1)) {
      var rows = each.split(" ", -1);
      hour++;
      log.append(
          RunText.vacuum("shop.public.orders")
              .at(Duration.ofHours(hour))
              .rows(Long.parseLong(rows[0]), Long.parseLong(rows[1])));
    }
    var history = Logs.history(log.toString());
    return LoggedWorkload.of(history.tables().getFirst(), history);
  }
}
