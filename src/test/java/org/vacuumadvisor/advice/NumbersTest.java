package org.vacuumadvisor.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;

class NumbersTest {
  /// At 200 units every 2 ms, 2 for a page read and 20 for one changed: 391 MB and 39 MB a second.
  @Test
  void tellsTheFigureBehindEveryNumberThatMayStay() {
    var numbers = numbers(server(Release.V18));

    assertTrue(numbers.lines().stream().allMatch(each -> each.wanted().isEmpty()));
    assertTrue(numbers.lines().stream().noneMatch(each -> each.because().isEmpty()));
    assertEquals(
        "all workers together may read 391 MB or change 39 MB a second",
        line(numbers, Setting.AUTOVACUUM_VACUUM_COST_LIMIT).because());
  }

  @Test
  void tellsWhatShouldChangeFirstAndWhatNeedsARestartAfterIt() {
    var numbers =
        numbers(
            server(Release.V18)
                .with(Setting.AUTOVACUUM_MAX_WORKERS, "10")
                .with(Setting.AUTOVACUUM_FREEZE_MAX_AGE, "1800000000"));

    var changed = numbers.byEffort().stream().filter(each -> each.wanted().isPresent()).toList();
    assertEquals(
        List.of(Setting.AUTOVACUUM_VACUUM_COST_LIMIT, Setting.AUTOVACUUM_FREEZE_MAX_AGE),
        changed.stream().map(Numbers.Line::setting).toList());
    assertEquals(Optional.of("700"), changed.getFirst().wanted());
    assertFalse(changed.getFirst().needsRestart());
    assertTrue(changed.getLast().needsRestart());
    assertEquals(
        "10 workers share a cost limit of 200: each gets 20", changed.getFirst().because());
  }

  /// 1,000 IDs a second, measured; 150,000,000 lie between a vacuum and the next forced one.
  @Test
  void measuresHowOftenATableIsForced() {
    var older = server(Release.V18).taken(Duration.ofMinutes(10), 5_000_000);
    var newer = server(Release.V18).taken(Duration.ZERO, 5_600_000);

    assertEquals(
        "at 1,000 IDs a second a table is forced every 1.7 days",
        line(
                Numbers.of(Advisor.assess(older.survey(), newer.survey())),
                Setting.AUTOVACUUM_FREEZE_MAX_AGE)
            .because());
  }

  /// 50 + 0.2 × 10,000,000 rows of 6 bytes are 12,000,300 bytes.
  @Test
  void comparesMemoryWithTheLargestThresholdUpTo16() {
    var given = server(Release.V16).with(Given.table("a").rows(10_000_000).indexed());

    assertEquals(
        "64 MB for each worker; the largest threshold needs 11.4 MB",
        line(numbers(given), Setting.AUTOVACUUM_WORK_MEM).because());
  }

  @Test
  void saysNothingWhereNoSettingIsKnownAndOnAStandby() {
    assertEquals(List.of(), numbers(Given.server()).lines());
    assertEquals(List.of(), numbers(server(Release.V18).asStandby()).lines());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          AUTOVACUUM_NAPTIME            | 60 s
          AUTOVACUUM_WORK_MEM           | -1
          AUTOVACUUM_VACUUM_COST_LIMIT  | -1 (assumed)
          AUTOVACUUM_MAX_WORKERS        | 3 (assumed)
          """)
  void givesEachNumberWithItsUnit(Setting setting, String now) {
    var given = server(Release.V18).with(Setting.AUTOVACUUM_WORK_MEM, "-1");

    assertEquals(now, line(numbers(given), setting).now());
  }

  /// Threshold 250 at 5 dead rows a second, 10,050 at 1,000: in 50 seconds and in 10.05.
  @Test
  void measuresWhenTheBusiestTableIsDue() {
    var older =
        server(Release.V18)
            .taken(Duration.ofMinutes(10), 1)
            .with(Given.table("idle"))
            .with(Given.table("small"))
            .with(Given.table("large").rows(50_000));
    var newer =
        server(Release.V18)
            .with(Given.table("idle"))
            .with(Given.table("small").written(0, 3_000, 0))
            .with(Given.table("large").rows(50_000).written(0, 600_000, 0));

    assertEquals(
        "the busiest table reaches its threshold in 10.1 s",
        line(Numbers.of(Advisor.assess(older.survey(), newer.survey())), Setting.AUTOVACUUM_NAPTIME)
            .because());
  }

  @Test
  void countsWorkersAndThoseAsleep() {
    var given =
        server(Release.V18)
            .worker(7, "VACUUM public.a", "VacuumDelay")
            .worker(8, "VACUUM public.b", "DataFileRead");

    assertEquals(
        "1 of 2 workers asleep for it at this moment",
        line(numbers(given), Setting.AUTOVACUUM_VACUUM_COST_DELAY).because());
    assertEquals(
        "2 busy at this moment", line(numbers(given), Setting.AUTOVACUUM_MAX_WORKERS).because());
    assertEquals(
        "no worker was at work, so none was seen asleep",
        line(numbers(server(Release.V18)), Setting.AUTOVACUUM_VACUUM_COST_DELAY).because());
  }

  @Test
  void saysWhyThereIsNoRate() {
    var older = server(Release.V18).taken(Duration.ofMinutes(10), 5_000_000);
    var sampled = Numbers.of(Advisor.assess(older.survey(), server(Release.V18).survey()));

    assertEquals(
        "no transaction ID was used in the time sampled",
        line(sampled, Setting.AUTOVACUUM_FREEZE_MAX_AGE).because());
    assertEquals(
        "no row died in the time sampled", line(sampled, Setting.AUTOVACUUM_NAPTIME).because());
    assertEquals(
        "no rate was measured",
        line(numbers(server(Release.V18)), Setting.AUTOVACUUM_NAPTIME).because());
  }

  /// `vacuum_buffer_usage_limit` came with 16, and is 2 MB from 17 on.
  @Test
  void speaksOfTheBuffersOfAVacuumWhereTheReleaseDoes() {
    assertTrue(
        numbers(server(Release.V15)).lines().stream()
            .noneMatch(each -> each.setting() == Setting.VACUUM_BUFFER_USAGE_LIMIT));
    assertTrue(
        line(numbers(server(Release.V16)), Setting.VACUUM_BUFFER_USAGE_LIMIT)
            .because()
            .contains("17 has 2 MB"));
    assertEquals(
        "vacuum keeps to so much of the buffers",
        line(numbers(server(Release.V17)), Setting.VACUUM_BUFFER_USAGE_LIMIT).because());
  }

  private static Given server(Release release) {
    return Given.server(release).with(Setting.AUTOVACUUM_NAPTIME, "60");
  }

  private static Numbers numbers(Given given) {
    return Numbers.of(Advisor.assess(given.survey()));
  }

  private static Numbers.Line line(Numbers numbers, Setting setting) {
    return numbers.lines().stream()
        .filter(each -> each.setting() == setting)
        .findFirst()
        .orElseThrow();
  }
}
