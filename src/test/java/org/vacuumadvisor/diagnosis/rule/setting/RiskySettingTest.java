package org.vacuumadvisor.diagnosis.rule.setting;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;

class RiskySettingTest {
  /// The limit's own minimum; a quarter of the default is where it begins.
  @Test
  void namesAForcedAgeThatIsTooLow() {
    assertEquals(
        1, examine(Given.server().with(Setting.AUTOVACUUM_FREEZE_MAX_AGE, "100000")).size());
    assertEquals(
        List.of(), examine(Given.server().with(Setting.AUTOVACUUM_FREEZE_MAX_AGE, "50000000")));
  }

  /// 99 / 0.1 s = 990 units a second.
  @Test
  void namesACostLimitThatLetsVacuumsCrawl() {
    assertEquals(Severity.WARNING, examine(paced("100", "99")).getFirst().severity());
    assertEquals(Severity.ADVICE, examine(paced("100", "100")).getFirst().severity());
  }

  /// 200 / 20 ms is the default up to 11.
  @Test
  void namesThePaceOfBefore12WhereATableMayBeLarge() {
    var large = Given.table("large").pages(131_072);
    var small = Given.table("small").pages(131_071);

    assertEquals(1, examine(paced("20", "200")).size());
    assertEquals(1, examine(paced("20", "200").with(small).with(large)).size());
    assertEquals(List.of(), examine(paced("20", "200").with(small)));
    assertEquals(List.of(), examine(paced("20", "201").with(large)));
    assertEquals(List.of(), examine(paced(Release.V11, "20", "200").with(large)));
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

  /// Three workers with 1 GB each, where the machine is believed to cache 4 GB. Up to 16 more than
  /// 1 GB is not used.
  @Test
  void speaksOfMemoryTimesWorkers() {
    var given =
        Given.server(Release.V16)
            .with(Setting.AUTOVACUUM_WORK_MEM, "2097152")
            .with(Setting.AUTOVACUUM_MAX_WORKERS, "3")
            .with("effective_cache_size", "524288", "8kB");

    assertEquals(
        "Autovacuum's workers may take 3 GB of memory together",
        examine(given).getFirst().headline());
    assertEquals(List.of(), examine(given.with("effective_cache_size", "786432", "8kB")));
  }

  @Test
  void speaksOfIndexesThatVacuumLeavesAsTheyAre() {
    var off = Given.table("a").indexed().with("vacuum_index_cleanup", "off");

    assertEquals(List.of(), examine(Given.server().with(off.dead(0))));
    assertEquals(Severity.WARNING, examine(Given.server().with(off.dead(1))).getFirst().severity());
  }

  @Test
  void mentionsThatNothingIsSlowed() {
    var finding =
        examine(Given.server().with(Setting.AUTOVACUUM_VACUUM_COST_DELAY, "0")).getFirst();

    assertEquals(Severity.INFO, finding.severity());
    assertEquals(List.of(), finding.remedies());
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
        Severity.WARNING,
        examine(Given.server().with("zero_damaged_pages", "on", "")).getFirst().severity());
    assertEquals(List.of(), examine(Given.server().with("zero_damaged_pages", "off", "")));
  }

  @Test
  void cannotTellWithoutSettings() {
    assertEquals(
        List.of("autovacuum_vacuum_scale_factor"),
        Verdicts.lacks(
            new RiskySetting(), Given.server().without(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR)));
  }

  @Test
  void saysNothingOfSettingsItDoesNotKnow() {
    assertEquals(List.of(), examine(Given.server().without(Setting.AUTOVACUUM)));
    assertEquals(
        List.of(),
        examine(Given.server().asStandby().with(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR, "0")));
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
