package org.vacuumadvisor.freeze.outlook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.freeze.FreezeOptions;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.freeze.rate.IdRate;
import org.vacuumadvisor.freeze.rate.IdRateMeter;
import org.vacuumadvisor.freeze.rate.Sources;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.XidAge;

class ForecastTest {
  private static final long PER_SECOND = 1_500;
  private static final long AN_HOUR = 3_600 * PER_SECOND;

  /// 129.6 million a day from an age of 150 million; the days are 2^31 - 1 less PostgreSQL's
  /// margins (`SetTransactionIdLimit()`), less the age, over the rate.
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # release, forced, failsafe, warning, stop
          13,        0.386,  ,         15.328,  15.405
          14,        0.386,  11.188,   15.104,  15.390
          18,        0.386,  11.188,   15.104,  15.390
          19,        0.386,  11.188,   14.641,  15.390
          """)
  void datesFollowFromTheLimitsOfTheRelease(
      String release, double forced, Double failsafe, double warning, double stop) {
    var table = burning(Given.table("orders").age(150_000_000), release).tables().getFirst();

    assertEquals(forced, days(table, Limit.FORCED).orElseThrow(), 0.0005);
    assertEquals(warning, days(table, Limit.WARNING).orElseThrow(), 0.0005);
    assertEquals(stop, days(table, Limit.STOP).orElseThrow(), 0.0005);
    assertEquals(
        Optional.ofNullable(failsafe).isPresent(), days(table, Limit.FAILSAFE).isPresent());
    days(table, Limit.FAILSAFE).ifPresent(seen -> assertEquals(failsafe, seen, 0.0005));
  }

  @Test
  void aTableCanLowerItsLimitButNotRaiseIt() {
    var lower = Given.table("lower").age(50_000_000).with("autovacuum_freeze_max_age", "100000000");
    var higher =
        Given.table("higher").age(50_000_000).with("autovacuum_freeze_max_age", "900000000");

    assertEquals(new XidAge(100_000_000), limit(burning(lower, "18")));
    assertEquals(new XidAge(200_000_000), limit(burning(higher, "18")));
  }

  @Test
  void aTableIsAsOldAsItsToastTable() {
    var now =
        now("18")
            .with(Given.table("documents").age(1_000), Given.table("pg_toast_1").age(180_000_000));

    var table = plan(now, "18").tables().getFirst();

    assertEquals(new XidAge(180_000_000), table.xid());
    assertEquals(RelationKind.TOAST, table.toast().orElseThrow().kind());
    assertEquals(20_000_000, table.deadline(Limit.FORCED).orElseThrow().left().count());
  }

  @Test
  void anAgeEqualToTheLimitIsNotForcedYet() {
    var plan = burning(Given.table("orders").age(200_000_000), "18");

    assertTrue(!plan.tables().getFirst().isForced());
    assertTrue(
        burning(Given.table("orders").age(200_000_001), "18").tables().getFirst().isForced());
  }

  @Test
  void theLimitOfTheServerIsTheOneInEffect() {
    var now =
        now("18")
            .with(Setting.AUTOVACUUM_FREEZE_MAX_AGE, "1000000000")
            .with(Given.table("orders").age(150_000_000));

    assertEquals(new XidAge(1_000_000_000), limit(plan(now, "18")));
  }

  @Test
  void withoutAnEarlierSurveyTheRateIsAtMostTheAgeSinceTheLastVacuum() {
    var now =
        Given.server(Release.V18)
            .taken(Duration.ZERO, 2_000_000_000)
            .with(Given.table("orders").age(864_000).vacuumed(Given.NOW.minus(Duration.ofDays(2))));

    var rate = IdRateMeter.of(sources(now)).transactions().orElseThrow();

    assertEquals(IdRate.Basis.AT_MOST, rate.basis());
    assertEquals(5, rate.perSecond(), 1e-9);
  }

  @Test
  void multixactsAreMeasuredByWhatNobodyFroze() {
    var older =
        now("18")
            .taken(Duration.ofHours(1), 1)
            .with(Given.table("still").multixactAge(1_000))
            .with(Given.table("frozen").multixactAge(9_000));
    var newer =
        now("18")
            .with(Given.table("still").multixactAge(37_000))
            .with(Given.table("frozen").multixactAge(5));

    var rate = IdRateMeter.of(sources(newer, older)).multixacts();

    assertEquals(10, rate.orElseThrow().perSecond(), 1e-9);
    assertEquals(Wraparound.MULTIXACTS, rate.orElseThrow().ids());
  }

  private static Sources sources(Given now, Given... older) {
    return new Sources(
        now.survey(), Stream.of(older).map(Given::survey).toList(), Optional.empty());
  }

  private static XidAge limit(FreezePlan plan) {
    return plan.tables().getFirst().deadline(Limit.FORCED).orElseThrow().at();
  }

  private static Optional<Double> days(TableOutlook table, Limit limit) {
    return table
        .deadline(limit)
        .flatMap(Deadline::when)
        .map(when -> (double) Duration.between(Given.NOW, when).toMillis() / 86_400_000);
  }

  private static Given now(String release) {
    return Given.server(Release.ofMajor(release)).taken(Duration.ZERO, 1 + AN_HOUR);
  }

  private static FreezePlan burning(TableGiven table, String release) {
    return plan(now(release).with(table), release);
  }

  private static FreezePlan plan(Given now, String release) {
    var older = Given.server(Release.ofMajor(release)).taken(Duration.ofHours(1), 1).survey();
    return FreezePlan.of(now.survey(), Optional.of(older), FreezeOptions.usual(now.survey()));
  }
}
