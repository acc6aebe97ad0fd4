package org.vacuumadvisor.freeze;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.freeze.Deadline.Limit;
import org.vacuumadvisor.freeze.IdRates.IdRate;
import org.vacuumadvisor.freeze.IdRates.IdRateMeter;
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

  /// Of databases alone: 36,000 in an hour.
  @Test
  void multixactsAreMeasuredByTheAgesOfDatabases() {
    var older = now("18").taken(Duration.ofHours(1), 1).multixactAge(1_000);
    var newer = now("18").multixactAge(37_000);

    var rate = IdRateMeter.of(sources(newer, older)).multixacts().orElseThrow();

    assertEquals(IdRate.Basis.MEASURED, rate.basis());
    assertEquals(10, rate.perSecond(), 1e-9);
    assertEquals("mxid_age(relminmxid) of two surveys", rate.source());
    assertEquals("864,000 multixact IDs a day, measured over 1 h", rate.words());
  }

  /// What grew younger was frozen: that says nothing of a rate.
  @Test
  void multixactsAreNotMeasuredByWhatWasFrozen() {
    var older = now("18").taken(Duration.ofHours(1), 1).multixactAge(37_000);
    var newer =
        now("18")
            .multixactAge(1_000)
            .with(
                Given.table("orders")
                    .multixactAge(864_000)
                    .vacuumed(Given.NOW.minus(Duration.ofDays(2))));

    var rate = IdRateMeter.of(sources(newer, older)).multixacts().orElseThrow();

    assertEquals(IdRate.Basis.AT_MOST, rate.basis());
    assertEquals("mxid_age(relminmxid) and the time of the last vacuum", rate.source());
    assertEquals("at most 432,000 multixact IDs a day, over the last 2 days", rate.words());
  }

  /// Ages divided by the hours since the vacuum, in IDs a second. A bound over a day says more than
  /// a lower one over less; of those over less than a day, those over half as long as the longest.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # age and hours of tables    | IDs a second
          864000 48, 43200 12          | 5
          432000 24, 43200 12          | 5
          172800 24, 864000 48         | 2
          86400 12, 21600 6            | 1
          86400 12, 21600 5.99         | 2
          """)
  void theLeastBoundOverADayHolds(String tables, double perSecond) {
    var now =
        Given.server(Release.V18)
            .taken(Duration.ZERO, 2_000_000_000)
            .startedAgo(Duration.ofHours(2));
    for (var each : tables.split(", ", -1)) {
      var figures = each.split(" ", -1);
      var ago = Duration.ofSeconds(Math.round(3_600 * Double.parseDouble(figures[1])));
      now.with(Given.table(each).age(Long.parseLong(figures[0])).vacuumed(Given.NOW.minus(ago)));
    }

    var rate = IdRateMeter.of(sources(now)).transactions().orElseThrow();

    assertEquals(perSecond, rate.perSecond(), 1e-9);
    assertEquals("age(relfrozenxid) and the time of the last vacuum", rate.source());
  }

  /// 30 days; 2^31 - 1 IDs and more may have come round. In less than a minute nothing is measured.
  @Test
  void aServerGaveOutNoMoreThanItsCounterSinceItsStart() {
    var rate = IdRateMeter.of(sources(started(2_592_000, Duration.ofDays(30)))).transactions();

    assertEquals(1, rate.orElseThrow().perSecond(), 1e-9);
    assertEquals("txid_current_snapshot(), server start", rate.orElseThrow().source());
    assertEquals(
        Optional.empty(),
        IdRateMeter.of(sources(started(2_147_483_647L, Duration.ofDays(30)))).transactions());
    assertEquals(
        Optional.empty(),
        IdRateMeter.of(sources(started(60, Duration.ofSeconds(59)))).transactions());
    assertEquals(
        1,
        IdRateMeter.of(sources(started(60, Duration.ofMinutes(1))))
            .transactions()
            .orElseThrow()
            .perSecond(),
        1e-9);
  }

  private static Given started(long nextXid, Duration ago) {
    return Given.server(Release.V18).taken(Duration.ZERO, nextXid).startedAgo(ago);
  }

  /// Of 18: `vacuum_multixact_failsafe_age` 1,600,000,000; warnings 40,000,000 and refusals
  /// 3,000,000 before 2,147,483,647.
  @Test
  void multixactsHaveLimitsOfTheirOwn() {
    var table =
        plan(now("18").multixactAge(7).with(Given.table("fk").multixactAge(7)), "18")
            .tables()
            .getFirst();

    assertEquals(new XidAge(400_000_000), table.limit(Wraparound.MULTIXACTS, Limit.FORCED));
    assertEquals(new XidAge(1_600_000_000), table.limit(Wraparound.MULTIXACTS, Limit.FAILSAFE));
    assertEquals(new XidAge(2_107_483_647), table.limit(Wraparound.MULTIXACTS, Limit.WARNING));
    assertEquals(new XidAge(2_144_483_647L), table.limit(Wraparound.MULTIXACTS, Limit.STOP));
  }

  /// Three billion members of the four at which nothing may be left, from two on: half of the
  /// multixacts in use.
  @Test
  void membersLowerTheLimitOfMultixacts() {
    var now =
        now("19")
            .multixactAge(100_000_000)
            .multixactMembers(3_000_000_000L)
            .with(Given.table("fk").multixactAge(100_000_000));

    assertEquals(
        new XidAge(50_000_000),
        plan(now, "19").tables().getFirst().limit(Wraparound.MULTIXACTS, Limit.FORCED));
  }

  @Test
  void isAboutTablesAndMaterializedViewsThatLast() {
    var now =
        now("18")
            .with(Given.table("table").age(3))
            .with(Given.table("view").kind(RelationKind.MATERIALIZED_VIEW).age(4))
            .with(Given.table("partitioned").kind(RelationKind.PARTITIONED_TABLE))
            .with(Given.table("temporary").temporary());

    assertEquals(
        List.of("view", "table"),
        plan(now, "18").tables().stream().map(each -> each.table().name().name()).toList());
  }

  /// Of tables as old as each other the one with more to freeze comes first.
  @Test
  void theMostUrgentComesFirst() {
    var now =
        now("18")
            .with(Given.table("small").age(150_000_000).pages(1))
            .with(Given.table("large").age(150_000_000).pages(2))
            .with(Given.table("late").age(160_000_000).pages(1));

    assertEquals(
        List.of("late", "large", "small"),
        plan(now, "18").tables().stream().map(each -> each.table().name().name()).toList());
  }

  /// 10,000 pages with an index of 100. Before 14 dead rows always bring a scan of the indexes;
  /// since, from a fiftieth of the pages on. 64 MB hold 11,184,810 dead rows up to 16.
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # release, dead, all-frozen pages, heap, index
          18,   0,        4000,  6000,  0
          18,   199,      0,     10000, 0
          18,   200,      0,     10000, 100
          13,   1,        0,     10000, 100
          13,   0,        0,     10000, 0
          16,   2910000,  0,     10000, 100
          16,   2910001,  0,     10000, 200
          """)
  void readsIndexesWhereEnoughPagesHaveDeadRows(
      String release, long dead, long frozen, long heap, long index) {
    var table =
        Given.table("orders")
            .rows(5_000_000)
            .pages(10_000)
            .dead(dead)
            .allFrozen(frozen)
            .index("i", 100);

    var work = plan(now(release).with(table), release).tables().getFirst().work();

    assertEquals(heap, work.heap().count());
    assertEquals(index, work.index().count());
    assertTrue(work.isCounted());
  }

  /// `vacuum_cost_delay` of 2 ms: 200 units of 2 for a page read and 20 for one dirtied; and all
  /// that is read and written at 100 MB a second. 12,800 pages are 100 MB.
  @Test
  void aCommandSleepsWhereItIsTold() {
    var table = Given.table("orders").pages(12_800).dead(1_000_000).index("i", 1_280);
    var plan = plan(now("18").with(Setting.VACUUM_COST_DELAY, "2").with(table), "18");

    var work = plan.tables().getFirst().work();

    // 210 MB; (12,800 + 1,280) * 2 + 12,800 * 20 = 284,160 units
    assertEquals(Duration.ofMillis(2_100 + 2_842), work.byHand());
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
    return FreezePlan.of(
        new Sources(now.survey(), List.of(older), Optional.empty()),
        FreezeOptions.usual(now.survey()));
  }
}
