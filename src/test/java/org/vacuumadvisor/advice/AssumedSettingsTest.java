package org.vacuumadvisor.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.setting.SettingChange;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Logs;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.source.paste.Paste;

/// What is set may be more than the default: nobody is told to change a setting that was not shown.
class AssumedSettingsTest {
  /// Two scans of the indexes, as 13 logs them.
  private static final String PASSES =
      """
      2026-11-22 10:00:00.000 UTC [77] LOG:  automatic vacuum of table "shop.public.orders": index scans: 2
      \tpages: 0 removed, 500000 remain, 0 skipped due to pins, 0 skipped frozen
      \ttuples: 20000000 removed, 5000000 remain, 0 are dead but not yet removable, oldest xmin: 900
      \tbuffer usage: 900000 hits, 500000 misses, 400000 dirtied
      \tavg read rate: 5.000 MB/s, avg write rate: 4.000 MB/s
      \tsystem usage: CPU: user: 80.00 s, system: 20.00 s, elapsed: 800.00 s
      """;

  @Test
  void asksForTheSettingsWhereALogAloneShowsWhatTheyDo() {
    var assessment = Advisor.assessLogs(Logs.history(PASSES));

    assertTrue(assessment.findings().stream().anyMatch(each -> each.id().equals("index-passes")));
    assertTrue(
        assessment.recommendations().stream().allMatch(each -> each.change().isEmpty()),
        assessment.recommendations().toString());
    assertEquals(
        1,
        assessment.recommendations().stream()
            .filter(each -> each.title().startsWith("Raise autovacuum_work_mem"))
            .filter(each -> each.because().contains("index-passes"))
            .count());
    assertTrue(
        assessment.notRecommended().stream()
            .anyMatch(each ->
                each.what().startsWith("autovacuum_work_mem = ")
                    && each.why().contains("was not shown")),
        assessment.notRecommended().toString());
  }

  @Test
  void recommendsTheChangeToAServerThatWasRead() {
    var server = Given.server();

    var changes =
        Advisor.reassess(server.evidence(), Logs.history(PASSES)).recommendations().stream()
            .map(Recommendation::title)
            .filter(each -> each.startsWith("Set autovacuum_work_mem"))
            .count();

    assertEquals(1, changes);
  }

  /// -1 follows `maintenance_work_mem`; so does the cost limit follow `vacuum_cost_limit`.
  @Test
  void needsTheSettingThatAnotherOneFollows() {
    var memory = Setting.AUTOVACUUM_WORK_MEM;

    assertTrue(isAssumed(memory, "autovacuum_work_mem | -1"));
    assertTrue(isAssumed(memory, "maintenance_work_mem | 65536"));
    assertFalse(isAssumed(memory, "autovacuum_work_mem | -1", "maintenance_work_mem | 65536"));
    assertFalse(isAssumed(memory, "autovacuum_work_mem | 65536"));

    var limit = Setting.AUTOVACUUM_VACUUM_COST_LIMIT;

    assertTrue(isAssumed(limit, "autovacuum_vacuum_cost_limit | -1"));
    assertFalse(isAssumed(limit, "autovacuum_vacuum_cost_limit | 500"));
  }

  /// Whether autovacuum is on has no more or less.
  @Test
  void needsNoValueToSwitchAutovacuumOn() {
    assertFalse(isAssumed(Setting.AUTOVACUUM, "autovacuum_naptime | 60"));
    assertTrue(isAssumed(Setting.AUTOVACUUM_MAX_WORKERS, "autovacuum_naptime | 60"));
  }

  private static boolean isAssumed(Setting setting, String... rows) {
    var text =
        " name | setting\n------+---------\n %s\n(%d rows)\n"
            .formatted(String.join("\n ", rows), rows.length);
    var pasted = Evidence.of(Paste.survey(List.of(new Paste.Text("paste", text))));
    return new AssumedSettings(pasted)
        .against(new SettingChange.OfServer(setting, "1"))
        .isPresent();
  }
}
