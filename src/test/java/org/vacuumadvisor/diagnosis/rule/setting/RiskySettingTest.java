package org.vacuumadvisor.diagnosis.rule.setting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;

class RiskySettingTest {
  /// 28 of them in 260 s, and max_wal_size at 32 MB: what a server with such a setting showed.
  @Test
  void namesASizeOfWalThatAsksForCheckpoints() {
    var given = Given.server().checkpoints(0, 28, Duration.ofSeconds(260));

    assertEquals(
        "WAL asks for a checkpoint each 9.3 s, for max_wal_size is below its default",
        examine(given.with(Setting.MAX_WAL_SIZE, "32")).getFirst().headline());
    assertEquals(List.of(), examine(given.with(Setting.MAX_WAL_SIZE, "1024")));
    assertEquals(List.of(), examine(wal(10, 30, 260)));
    assertEquals(1, examine(wal(9, 30, 2_999)).size());
    assertEquals(List.of(), examine(wal(9, 30, 3_000)));
    assertEquals(List.of(), examine(wal(0, 4, 60)));
  }

  private static Given wal(long timed, long asked, long seconds) {
    return Given.server()
        .with(Setting.MAX_WAL_SIZE, "32")
        .checkpoints(timed, asked, Duration.ofSeconds(seconds));
  }

  @Test
  void namesAForcedAgeThatIsTooLow() {
    assertEquals(
        1, examine(Given.server().with(Setting.AUTOVACUUM_FREEZE_MAX_AGE, "100000")).size());
    assertEquals(
        List.of(), examine(Given.server().with(Setting.AUTOVACUUM_FREEZE_MAX_AGE, "50000000")));
    assertEquals( // written already, and the server is to be restarted
        List.of(), examine(Given.server().pending(Setting.AUTOVACUUM_FREEZE_MAX_AGE, "100000")));
  }

  /// 99 / 0.1 s = 990 units a second.
  @Test
  void namesACostLimitThatLetsVacuumsCrawl() {
    assertEquals(Severity.WARNING, examine(paced("100", "99")).getFirst().severity());
    assertEquals(Severity.ADVICE, examine(paced("100", "100")).getFirst().severity());
  }

  /// 200 / 20 ms is the default up to 11. It is told at once, whatever the tables are.
  @Test
  void namesThePaceOfBefore12() {
    assertEquals(1, examine(paced("20", "200")).size());
    assertEquals(1, examine(paced("20", "200").with(Given.table("small"))).size());
    assertEquals(List.of(), examine(paced("20", "201")));
    assertEquals(List.of(), examine(paced(Release.V11, "20", "200")));
  }

  /// Of an idle server as of any other.
  @Test
  void judgesSettingsAgainstTheirDefaults() {
    told("autovacuum_vacuum_scale_factor", "0.39", "0.4");
    told("autovacuum_vacuum_insert_scale_factor", "0.99", "1");
    told("autovacuum_analyze_scale_factor", "0.49", "0.5");
    told("autovacuum_vacuum_threshold", "9999", "10000");
    told("autovacuum_vacuum_insert_threshold", "0", "-1");
    told("autovacuum_max_workers", "2", "1");
    told("autovacuum_multixact_freeze_max_age", "1499999999", "1500000000");
    told("autovacuum_multixact_freeze_max_age", "100000000", "99999999");
    told("autovacuum_vacuum_max_threshold", "10000", "9999");
    told("autovacuum_vacuum_max_threshold", "-1", "0");
    told("vacuum_cost_page_dirty", "499", "500");
    told("vacuum_cost_page_miss", "199", "200");
    told("maintenance_work_mem", "16384", "16383");
    told("autovacuum_work_mem", "16384", "16383");
    assertEquals(
        "Autovacuum comes to a table only when 50 % of its rows are dead",
        examine(Given.server().with(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR, "0.5"))
            .getFirst()
            .headline());
  }

  /// From 19 on tables are taken in the order of their scores.
  @ParameterizedTest
  @ValueSource(strings = {"freeze", "multixact_freeze", "vacuum", "vacuum_insert", "analyze"})
  void speaksOfAWeightThatPutsTablesLast(String score) {
    var setting = Setting.named("autovacuum_%s_score_weight".formatted(score)).orElseThrow();

    assertTrue(
        examine(Given.server(Release.V19).with(setting, "0"))
            .getFirst()
            .headline()
            .endsWith(" counts too little in autovacuum's order of tables: it weighs 0"));
    // from 0 to 10: which tables come first is a choice, while none is left out
    for (var some : List.of("1", "2", "10")) {
      assertEquals(List.of(), examine(Given.server(Release.V19).with(setting, some)));
    }
    assertEquals(List.of(), examine(Given.server(Release.V18).with(setting, "0")));
  }

  private static void told(String name, String fine, String far) {
    var setting = Setting.named(name).orElseThrow();
    assertEquals(List.of(), examine(Given.server().with(setting, fine)), name);
    assertEquals(1, examine(Given.server().with(setting, far)).size(), name);
  }

  @Test
  void isSilentAboutDefaults() {
    assertEquals(
        List.of(),
        examine(
            Given.server()
                .with(Setting.AUTOVACUUM_FREEZE_MAX_AGE, "200000000")
                .with(Setting.VACUUM_FAILSAFE_AGE, "1600000000")
                .with(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR, "0.2")
                .with(Setting.AUTOVACUUM_VACUUM_COST_DELAY, "2")
                .with(Setting.AUTOVACUUM_WORK_MEM, "-1")
                .with("effective_cache_size", "524288", "8kB")
                .with(Given.table("a").dead(10))));
  }

  @Test
  void speaksOfFreezingPutOffToTheEnd() {
    assertEquals(List.of(), examine(freezeMaxAge("999999999")));
    assertEquals(Severity.ADVICE, examine(freezeMaxAge("1000000000")).getFirst().severity());
    assertEquals(Severity.WARNING, examine(freezeMaxAge("1500000001")).getFirst().severity());
  }

  @Test
  void speaksOfAFactorOfZeroForEveryTable() {
    var zero = Given.server().with(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR, "0");

    assertEquals(
        "Every table of the server is vacuumed for each 50 dead rows",
        examine(zero).getFirst().headline());
    assertEquals(List.of(), examine(zero.with(Setting.AUTOVACUUM_VACUUM_THRESHOLD, "1000")));
  }

  /// What the workers would follow then is as little.
  @Test
  void givesEachSettingOfLittleMemoryItsDefault() {
    var given = Given.server().with(Setting.AUTOVACUUM_WORK_MEM, "1024");

    assertEquals(
        "A worker of autovacuum has 1 MB for the IDs of dead rows",
        examine(given).getFirst().headline());
    assertEquals(2, examine(given.with(Setting.MAINTENANCE_WORK_MEM, "1024")).size());
  }

  @Test
  void speaksOfIndexesThatVacuumLeavesAsTheyAre() {
    var off = Given.table("a").indexed().with("vacuum_index_cleanup", "off");

    assertEquals(List.of(), examine(Given.server().with(off.dead(0))));
    assertEquals(Severity.WARNING, examine(Given.server().with(off.dead(1))).getFirst().severity());
  }

  @Test
  void speaksOfTheOldSnapshotThresholdAndOfALateFailsafe() {
    assertEquals(
        1, examine(Given.server(Release.V16).with(Setting.OLD_SNAPSHOT_THRESHOLD, "60")).size());
    assertEquals(
        List.of(), examine(Given.server(Release.V16).with(Setting.OLD_SNAPSHOT_THRESHOLD, "-1")));
    assertEquals(1, examine(Given.server().with(Setting.VACUUM_FAILSAFE_AGE, "2000000001")).size());
  }

  @Test
  void speaksOfSettingsThatDestroyData() {
    assertEquals(
        Severity.CRITICAL,
        examine(Given.server().with("zero_damaged_pages", "on", "")).getFirst().severity());
    assertEquals(List.of(), examine(Given.server().with("zero_damaged_pages", "off", "")));
  }

  @Test
  void cannotTellWithoutSettings() {
    var all = everySetting(Given.server());

    assertEquals(List.of(), Verdicts.lacks(new RiskySetting(), all));
    assertEquals(1, Verdicts.cleared(new RiskySetting(), all));
    for (var each : List.of(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR, Setting.VACUUM_FAILSAFE_AGE)) {
      var without = everySetting(Given.server()).without(each);
      assertEquals(List.of(each.parameter()), Verdicts.lacks(new RiskySetting(), without));
      assertEquals(0, Verdicts.cleared(new RiskySetting(), without));
    }
  }

  private static Given everySetting(Given server) {
    for (var setting : Setting.values()) {
      setting.bootValue(Release.V18).ifPresent(value -> server.with(setting, value));
    }
    return server
        .with("effective_cache_size", "524288", "8kB")
        .with("zero_damaged_pages", "off", "")
        .with("ignore_checksum_failure", "off", "");
  }

  @Test
  void saysNothingOfSettingsItDoesNotKnow() {
    assertEquals(List.of(), examine(Given.server().without(Setting.AUTOVACUUM)));
    assertEquals(
        List.of(),
        examine(Given.server().asStandby().with(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR, "0")));
  }

  /// Workers of autovacuum are of the first role: to set the server's limit would leave the cause.
  @Test
  void takesBackALimitThatWorkersGetWithTheirRole() {
    var limit = "pg_db_role_setting.vacuum_cost_limit";

    assertInstanceOf(
        Remedy.Act.class,
        examine(paced("2", "-1").with(limit, "1", null)).getFirst().remedies().getFirst());
    assertEquals(List.of(), examine(paced("2", "200").with(limit, "1", null)));
  }

  /// As with the limit: 200 each 100 ms instead of each 2 ms.
  @Test
  void takesBackADelayThatWorkersGetWithTheirRole() {
    var delay = "pg_db_role_setting.vacuum_cost_delay";

    assertInstanceOf(
        Remedy.Act.class,
        examine(paced("-1", "200").with(delay, "100", null)).getFirst().remedies().getFirst());
    assertEquals(List.of(), examine(paced("2", "200").with(delay, "100", null)));
  }

  private static Given paced(String delay, String limit) {
    return paced(Release.V12, delay, limit);
  }

  private static Given paced(Release release, String delay, String limit) {
    return Given.server(release)
        .with(Setting.AUTOVACUUM_VACUUM_COST_DELAY, delay)
        .with(Setting.AUTOVACUUM_VACUUM_COST_LIMIT, limit);
  }

  private static Given freezeMaxAge(String age) {
    return Given.server().with(Setting.AUTOVACUUM_FREEZE_MAX_AGE, age);
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new RiskySetting(), given);
  }
}
