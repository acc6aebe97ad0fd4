package org.vacuumadvisor.diagnosis.rule.setting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;

class InertSettingTest {
  @Test
  void isSilentAboutDefaults() {
    assertEquals(
        List.of(),
        examine(
            Given.server()
                .with(Setting.AUTOVACUUM_MAX_WORKERS, "3")
                .with(Setting.AUTOVACUUM_WORKER_SLOTS, "16")
                .with(Setting.MAINTENANCE_WORK_MEM, "65536")
                .with(Given.table("a").with("fillfactor", "70"))));
  }

  /// "A table can only lower it": the server's 200 million hold.
  @Test
  void speaksOfAFreezeAgeAboveTheServers() {
    var finding = examine(freezeAge("200000001")).getFirst();

    assertEquals(
        "autovacuum_freeze_max_age = 200,000,001 of public.a has no effect", finding.headline());
    assertTrue(finding.remedies().getFirst() instanceof Remedy.ResetTable);
    assertEquals(List.of(), examine(freezeAge("200000000")));
  }

  /// One gigabyte is the largest array, up to 16.
  @Test
  void speaksOfMemoryThatCannotBeUsed() {
    assertEquals(List.of(), examine(memory(Release.V16, "1048576")));
    assertEquals(1, examine(memory(Release.V16, "1048577")).size());
    assertEquals(List.of(), examine(memory(Release.V17, "4194304")));
  }

  @Test
  void speaksOfAnInsertKnobWhereNothingIsInserted() {
    assertEquals(1, examine(insertKnob(100, 9_900)).size());
    assertEquals(List.of(), examine(insertKnob(101, 9_899)));
    assertEquals(List.of(), examine(insertKnob(0, 9_999)));
  }

  @Test
  void speaksOfWorkersWithoutSlotsAndOfWhatWaitsForARestart() {
    var slots =
        Given.server()
            .with(Setting.AUTOVACUUM_MAX_WORKERS, "20")
            .with(Setting.AUTOVACUUM_WORKER_SLOTS, "16");

    assertEquals(
        "autovacuum_max_workers above 16 has no effect", examine(slots).getFirst().headline());
    assertEquals(
        "the new autovacuum_max_workers has no effect",
        examine(Given.server(Release.V16).pending(Setting.AUTOVACUUM_MAX_WORKERS, "3"))
            .getFirst()
            .headline());
  }

  /// The server counts delays in milliseconds; the same in another unit is no change.
  @Test
  void speaksOfWhatIsWrittenAndNotLoaded() {
    var delay = Setting.AUTOVACUUM_VACUUM_COST_DELAY;
    var finding = examine(Given.server().written(delay, "2", "100")).getFirst();

    assertEquals(
        "autovacuum_vacuum_cost_delay = 2, written and not loaded (now 100) has no effect",
        finding.headline());
    assertEquals(List.of(new Remedy.Reload()), finding.remedies());
    assertEquals(List.of(), examine(Given.server().written(delay, "2.0", "2")));
    assertEquals(List.of(), examine(Given.server().written(Setting.AUTOVACUUM, "true", "on")));
  }

  /// "no changes were applied", says the server: what is written waits for the line to be mended.
  @Test
  void speaksOfALineThatHasAllFilesRefused() {
    var server =
        Given.server()
            .written(Setting.AUTOVACUUM_NAPTIME, "1min", "7200")
            .with("pg_file_settings.error", "/etc/postgresql.conf line 803: syntax error", "");
    var finding = examine(server).getFirst();

    assertEquals(1, examine(server).size());
    assertEquals(
        "A reload has no effect: /etc/postgresql.conf line 803: syntax error", finding.headline());
    assertEquals(
        List.of(
            new Remedy.Act(
                "Mend the configuration file: /etc/postgresql.conf line 803: syntax error"),
            new Remedy.Reload()),
        finding.remedies());
  }

  /// The server takes the other lines, and does not start again with this one.
  @Test
  void speaksOfALineWhoseValueIsNone() {
    var line = "/etc/postgresql.conf line 941, autovacuum_vacuum_cost_limit";
    var finding = examine(Given.server().with("pg_file_settings.refused", line, "")).getFirst();

    assertEquals(line + " has no effect", finding.headline());
    assertTrue(finding.remedies().getLast() instanceof Remedy.Reload);
  }

  /// 95 % of 200 million are 190 million; the default of 150 million stands below.
  @Test
  void speaksOfAFreezeTableAgeAboveItsCap() {
    assertEquals(List.of(), examine(tableAge("190000000")));
    assertEquals(1, examine(tableAge("190000001")).size());
  }

  private static Given freezeAge(String age) {
    return Given.server().with(Given.table("a").with("autovacuum_freeze_max_age", age));
  }

  private static Given memory(Release release, String kilobytes) {
    return Given.server(release).with(Setting.AUTOVACUUM_WORK_MEM, kilobytes);
  }

  private static Given insertKnob(long inserted, long deleted) {
    return Given.server()
        .with(
            Given.table("a")
                .with("autovacuum_vacuum_insert_scale_factor", "0.01")
                .written(inserted, 0, deleted));
  }

  private static Given tableAge(String age) {
    return Given.server().with(Setting.VACUUM_FREEZE_TABLE_AGE, age);
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new InertSetting(), given);
  }
}
