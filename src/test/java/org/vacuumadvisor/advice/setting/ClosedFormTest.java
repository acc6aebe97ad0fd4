package org.vacuumadvisor.advice.setting;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Share;

/// The values that goals lead to, on both sides of where they change.
class ClosedFormTest {
  private static final Goal AWAKE =
      new Goal.AsleepAtMost(Share.ofPercent(50), Duration.ofMinutes(10), Share.ofPercent(80));
  private static final Effect EFFECT = new Effect.NotPredicted("it depends");

  /// Five times as much, up to 2,000, and for many workers what they have by default; a delay goes
  /// back to the default of 12 and later.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # limit, delay, workers | changes
          200  | 2   | 3  | autovacuum_vacuum_cost_limit = 1000
          400  | 2   | 3  | autovacuum_vacuum_cost_limit = 2000
          1000 | 2   | 3  | autovacuum_vacuum_cost_limit = 2000
          2000 | 2   | 3  |
          2000 | 2   | 60 | autovacuum_vacuum_cost_limit = 4000
          200  | 0   | 3  |
          200  | 20  | 3  | autovacuum_vacuum_cost_delay = 2ms
          199  | 20  | 3  | autovacuum_vacuum_cost_delay = 2ms, autovacuum_vacuum_cost_limit = 1000
          100  | 20  | 3  | autovacuum_vacuum_cost_delay = 2ms, autovacuum_vacuum_cost_limit = 500
          200  | 2.1 | 3  | autovacuum_vacuum_cost_delay = 2ms
          """)
  void wakesVacuumsByTheServersLimit(String limit, String delay, String workers, String changes) {
    var given =
        Given.server()
            .with(Setting.AUTOVACUUM_VACUUM_COST_LIMIT, limit)
            .with(Setting.AUTOVACUUM_VACUUM_COST_DELAY, delay)
            .with(Setting.AUTOVACUUM_MAX_WORKERS, workers);

    assertEquals(
        changes == null ? "" : changes,
        changes(given, Setting.AUTOVACUUM_VACUUM_COST_LIMIT, AWAKE));
  }

  /// 200 units every 2 ms are 100,000 a second, of which a page dirtied takes 20: 39 MB.
  @Test
  void promisesASpeedWhereTheDelayIsShown() {
    var shown = Given.server().with(Setting.AUTOVACUUM_VACUUM_COST_DELAY, "2");
    var effect =
        (Effect.Predicted)
            proposals(shown, Setting.AUTOVACUUM_VACUUM_COST_LIMIT, AWAKE).getFirst().effect();

    assertEquals("39.063 MB", effect.today());
    assertEquals("195.313 MB", effect.low());
    assertEquals(
        true,
        proposals(Given.server(), Setting.AUTOVACUUM_VACUUM_COST_LIMIT, AWAKE).getFirst().effect()
            instanceof Effect.NotPredicted);
  }

  /// 480 of 600 seconds asleep are 96 at five times the limit.
  @ParameterizedTest
  @CsvSource({"100, 500, 1 min 36 s", "2000, 10000, 1 min 36 s", "8000, 10000, 6 min 24 s"})
  void wakesVacuumsOfATableByItsOwnLimit(String limit, String wanted, String asleep) {
    var table = Given.table("t").with("autovacuum_vacuum_cost_limit", limit);
    var proposal = ofTable(table, Setting.AUTOVACUUM_VACUUM_COST_LIMIT, AWAKE).getFirst();

    assertEquals("autovacuum_vacuum_cost_limit = " + wanted, change(proposal));
    assertEquals(asleep, ((Effect.Predicted) proposal.effect()).low());
  }

  @Test
  void wakesNoVacuumThatHasTheMost() {
    var table = Given.table("t").with("autovacuum_vacuum_cost_limit", "10000");

    assertEquals(List.of(), ofTable(table, Setting.AUTOVACUUM_VACUUM_COST_LIMIT, AWAKE));
  }

  /// 200 for three, in whole hundreds, and no more than the setting takes.
  @ParameterizedTest
  @CsvSource({"3, 200", "4, 300", "10, 700", "300, 10000"})
  void givesWorkersTheirShare(String workers, String limit) {
    assertEquals(
        "autovacuum_vacuum_cost_limit = " + limit,
        changes(
            Given.server().with(Setting.AUTOVACUUM_MAX_WORKERS, workers),
            Setting.AUTOVACUUM_VACUUM_COST_LIMIT,
            new Goal.FairCostShare()));
  }

  /// A quarter more than is needed in powers of two, and twice what is set; up to 16 vacuum uses no
  /// more than 1 GB.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # release, needed and set in MB | change
          16 | 64  |      | autovacuum_work_mem = 128MB
          16 | 102 |      | autovacuum_work_mem = 128MB
          16 | 103 |      | autovacuum_work_mem = 256MB
          16 | 64  | 64   | autovacuum_work_mem = 128MB
          16 | 64  | 65   | autovacuum_work_mem = 256MB
          16 | 900 |      | autovacuum_work_mem = 1GB
          16 | 64  | 1024 |
          16 | 64  | 1023 | autovacuum_work_mem = 1GB
          17 | 64  | 1024 | autovacuum_work_mem = 2GB
          """)
  void givesMemoryForOnePass(String release, long needed, Long set, String change) {
    var given = Given.server(Release.ofMajor(release));
    if (set != null) {
      given.with(Setting.MAINTENANCE_WORK_MEM, Long.toString(set * 1024));
    }

    assertEquals(
        change == null ? "" : change,
        changes(
            given,
            Setting.AUTOVACUUM_WORK_MEM,
            new Goal.OneIndexPass(Bytes.ofMegabytes(needed), 3)));
  }

  /// 3,000 rows may die between two looks; a look of a database takes 7 ms, of a processor no more
  /// than a fiftieth.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # nap, rows a second, other databases open and closed | change
          60 | 100   | 0 | 0 | autovacuum_naptime = 30s
          60 | 101   | 0 | 0 | autovacuum_naptime = 15s
          30 | 100   | 0 | 0 | autovacuum_naptime = 15s
          60 | 10000 | 0 | 0 | autovacuum_naptime = 1s
          60 | 10000 | 1 | 1 | autovacuum_naptime = 1s
          60 | 10000 | 2 | 0 | autovacuum_naptime = 2s
          1  | 10000 | 0 | 0 |
          """)
  void looksAsOftenAsItIsWorth(
      String nap, double rowsASecond, int open, int closed, String change) {
    var given = Given.server().with(Setting.AUTOVACUUM_NAPTIME, nap);
    for (int each = 0; each < open; each++) {
      given.database("open" + each, 1);
    }
    for (int each = 0; each < closed; each++) {
      given.closedDatabase("closed" + each, 1);
    }

    assertEquals(
        change == null ? "" : change,
        changes(
            given, Setting.AUTOVACUUM_NAPTIME, new Goal.DeadRowsBetweenLooks(3_000, rowsASecond)));
  }

  /// A tenth of a page, or room for two rows where fewer than 20 are on it; not below half.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # rows a page, fillfactor | wanted
          20    | 100 | 90
          19.99 | 100 | 89
          8     | 100 | 75
          4     | 100 | 50
          3     | 100 | 50
          20    | 90  | 80
          20    | 60  | 50
          20    | 59  |
          8     | 55  | 50
          8     | 50  |
          """)
  void leavesRoomForUpdates(double rows, String now, String wanted) {
    var table = Given.table("t").with("fillfactor", now);

    assertEquals(
        wanted == null ? List.of() : List.of("fillfactor = " + wanted),
        ofTable(table, Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR, new Goal.RoomForUpdates(rows))
            .stream()
            .map(ClosedFormTest::change)
            .toList());
  }

  /// Of a million rows, in one digit; a base above 50 goes back to it.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          50000 | 50   | autovacuum_vacuum_scale_factor = 0.05
          34000 | 50   | autovacuum_vacuum_scale_factor = 0.03
          36000 | 50   | autovacuum_vacuum_scale_factor = 0.04
          100   | 50   | autovacuum_vacuum_scale_factor = 0.001
          50000 | 51   | autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 50
          """)
  void bringsVacuumsByDeadRows(double rows, String base, String change) {
    var table = Given.table("t").rows(1_000_000).with("autovacuum_vacuum_threshold", base);
    var proposal =
        ofTable(
                table,
                Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR,
                new Goal.DeadRowsAtMost(rows, "a choice"))
            .getFirst();

    assertEquals(change, change(proposal));
  }

  /// 50 + 0.2, 0.05, 0.1 and 0.05 × 1,000,000; 1,000 + 0.2 × 1,000,000 inserts.
  @Test
  void promisesTheThresholdsOfTheServersArithmetic() {
    var table = Given.table("t").rows(1_000_000);
    var dead = effect(table, new Goal.DeadRowsAtMost(50_000, "a choice"));
    var changed = effect(table, new Goal.ChangedBetweenAnalyzes(Share.ofPercent(5)));
    var inserted = effect(table, new Goal.InsertsBetweenVacuums(500_000, "a choice"));
    var never =
        effect(
            Given.table("t").rows(1_000_000).with("autovacuum_vacuum_insert_threshold", "-1"),
            new Goal.InsertsBetweenVacuums(500_000, "a choice"));
    var seldom = effect(table, new Goal.DeadRowsAtLeast(1_000, 200, 100));

    assertEquals(List.of("200,050", "50,050"), List.of(dead.today(), dead.low()));
    assertEquals(List.of("100,050", "50,050"), List.of(changed.today(), changed.low()));
    assertEquals(List.of("201,000", "500,000"), List.of(inserted.today(), inserted.low()));
    assertEquals("it does not come", never.today());
    // as many dead rows a day, a tenth of the vacuums
    assertEquals(List.of("200", "20"), List.of(seldom.today(), seldom.high()));
  }

  /// At 100 dead rows a second 200,050 take 33 minutes and 50,050 take 8.
  @Test
  void saysHowOftenVacuumsWillCome() {
    var older = Given.server().taken(Duration.ofSeconds(100), 1).with(million());
    var evidence = Given.server().with(million().written(0, 10_000, 0)).after(older);
    var relation = evidence.survey().relations().getFirst();
    var effect =
        (Effect.Predicted)
            new ClosedForm(evidence)
                .of(tune(relation, new Goal.DeadRowsAtMost(50_000, "a choice")))
                .getFirst()
                .effect();

    assertEquals(
        true,
        effect.toString().contains("a vacuum every 8 min 21 s instead of every 33 min 21 s"),
        effect.toString());
  }

  /// With the first parameter of its own a TOAST table loses those of its table that it had.
  @Test
  void setsForAToastTableWhatItHadOfItsTable() {
    var given =
        Given.server()
            .with(
                Given.table("t")
                    .with("autovacuum_vacuum_cost_limit", "500")
                    .with("autovacuum_analyze_threshold", "9")
                    .with("fillfactor", "90"),
                Given.table("pg_toast_1").rows(1_000_000));
    var toast = given.survey().relations().getLast();

    assertEquals(
        "autovacuum_vacuum_cost_limit = 500, autovacuum_vacuum_scale_factor = 0.05",
        change(
            new ClosedForm(given.evidence())
                .of(tune(toast, new Goal.DeadRowsAtMost(50_000, "a choice")))
                .getFirst()));
  }

  /// As postgresql.conf takes them.
  @Test
  void writesValuesWithTheirUnits() {
    assertEquals("a = 2GB", written(new Goal.Size(Bytes.ofGigabytes(2), EFFECT)));
    assertEquals("a = 1536MB", written(new Goal.Size(Bytes.ofMegabytes(1_536), EFFECT)));
    assertEquals("a = 90s", written(new Goal.Time(Duration.ofSeconds(90), EFFECT)));
    assertEquals("a = 1500ms", written(new Goal.Time(Duration.ofMillis(1_500), EFFECT)));
    assertEquals("a = 0", written(new Goal.Time(Duration.ZERO, EFFECT)));
    assertEquals("a = on", written(new Goal.Switched(true, EFFECT)));
    assertEquals("a = off", written(new Goal.Switched(false, EFFECT)));
    assertEquals("a = 7", written(new Goal.Count(7, EFFECT)));
  }

  private static String written(Goal goal) {
    return changes(Given.server(), Setting.AUTOVACUUM_NAPTIME, goal)
        .replace("autovacuum_naptime", "a");
  }

  /// Where nothing slows the workers, another one.
  @Test
  void letsNoTableWaitByFasterWorkersOrMore() {
    var wait = new Goal.WaitAtMost(Duration.ofMinutes(5));

    assertEquals(
        "autovacuum_vacuum_cost_limit = 1000",
        changes(Given.server(), Setting.AUTOVACUUM_VACUUM_COST_LIMIT, wait));
    assertEquals(
        "autovacuum_max_workers = 4",
        changes(
            Given.server().with(Setting.AUTOVACUUM_VACUUM_COST_DELAY, "0"),
            Setting.AUTOVACUUM_VACUUM_COST_LIMIT,
            wait));
    assertEquals(
        "autovacuum_max_workers = 4",
        changes(Given.server(), Setting.AUTOVACUUM_MAX_WORKERS, wait));
  }

  /// From 18 on a worker takes a slot, of which the server has 16 by default.
  @ParameterizedTest
  @CsvSource({
    "18, 16, 15, autovacuum_max_workers = 16",
    "18, 16, 16, 'autovacuum_max_workers = 17, autovacuum_worker_slots = 17'",
    "17, 16, 16, autovacuum_max_workers = 17"
  })
  void givesAWorkerItsSlot(String release, String slots, String workers, String changes) {
    assertEquals(
        changes,
        changes(
            Given.server(Release.ofMajor(release))
                .with(Setting.AUTOVACUUM_WORKER_SLOTS, slots)
                .with(Setting.AUTOVACUUM_MAX_WORKERS, workers),
            Setting.AUTOVACUUM_MAX_WORKERS,
            new Goal.WaitAtMost(Duration.ofMinutes(5))));
  }

  /// PostgreSQL's own value and its unit; -1 stands for another setting, and has none.
  @ParameterizedTest
  @CsvSource({
    "18, AUTOVACUUM_NAPTIME, 60s",
    "11, AUTOVACUUM_VACUUM_COST_DELAY, 20ms",
    "12, AUTOVACUUM_VACUUM_COST_DELAY, 2ms",
    "18, AUTOVACUUM_MAX_WORKERS, 3",
    "18, AUTOVACUUM_WORK_MEM, -1"
  })
  void goesBackToTheDefault(String release, Setting setting, String value) {
    assertEquals(
        setting.parameter() + " = " + value,
        changes(Given.server(Release.ofMajor(release)), setting, new Goal.ReleaseDefault(EFFECT)));
  }

  /// Rows are frozen from 50 million transactions on by default.
  @Test
  void freezesAtOnceWhatIsNot() {
    var goal = new Goal.FrozenWithEachVacuum();
    var setting = Setting.VACUUM_FREEZE_MIN_AGE;
    var frozen = million().with("autovacuum_freeze_min_age", "0");
    var proposal = ofTable(million(), setting, goal).getFirst();

    assertEquals("autovacuum_freeze_min_age = 0", change(proposal));
    assertEquals("50,000,000", ((Effect.Predicted) proposal.effect()).today());
    assertEquals(List.of(), ofTable(frozen, setting, goal));
  }

  /// On 19rc1 a table of 1,847 pages that was read after each load had 155 pages frozen with the
  /// first alone, all of them with both.
  @Test
  void freezesAtOnceFrom19OnWhatQueriesHaveMarked() {
    var goal = new Goal.FrozenWithEachVacuum();
    var evidence = Given.server(Release.V19).with(million()).evidence();
    var tune =
        new Remedy.Tune(
            new Subject.OfRelation(evidence.survey().relations().getFirst()),
            Setting.VACUUM_FREEZE_MIN_AGE,
            goal);
    var change = (SettingChange.OfTable) new ClosedForm(evidence).of(tune).getFirst().change();

    assertEquals(
        Map.of("autovacuum_freeze_min_age", "0", "autovacuum_freeze_table_age", "0"),
        change.parameters());
  }

  private static TableGiven million() {
    return Given.table("t").rows(1_000_000);
  }

  private static Effect.Predicted effect(TableGiven table, Goal goal) {
    return (Effect.Predicted)
        ofTable(table, Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR, goal).getFirst().effect();
  }

  private static List<Proposal> ofTable(TableGiven table, Setting setting, Goal goal) {
    var evidence = Given.server().with(table).evidence();
    var relation = evidence.survey().relations().getFirst();
    return new ClosedForm(evidence)
        .of(new Remedy.Tune(new Subject.OfRelation(relation), setting, goal));
  }

  private static Remedy.Tune tune(Relation relation, Goal goal) {
    return new Remedy.Tune(
        new Subject.OfRelation(relation), Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR, goal);
  }

  private static String changes(Given given, Setting setting, Goal goal) {
    return String.join(
        ", ", proposals(given, setting, goal).stream().map(ClosedFormTest::change).toList());
  }

  private static List<Proposal> proposals(Given given, Setting setting, Goal goal) {
    return new ClosedForm(given.evidence())
        .of(new Remedy.Tune(new Subject.Cluster(), setting, goal));
  }

  private static String change(Proposal proposal) {
    var values =
        switch (proposal.change()) {
          case SettingChange.OfServer(var setting, var value) ->
              Stream.of(setting.parameter() + " = " + value);
          case SettingChange.OfTable(_, var parameters) ->
              parameters.entrySet().stream().map(each -> each.getKey() + " = " + each.getValue());
        };
    return String.join(", ", values.toList());
  }
}
