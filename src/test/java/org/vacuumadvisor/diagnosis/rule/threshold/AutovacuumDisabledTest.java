package org.vacuumadvisor.diagnosis.rule.threshold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Logs;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.postgres.Setting;

class AutovacuumDisabledTest {
  @Test
  void isSilentWhereAutovacuumIsOn() {
    var orders = Given.table("orders").with("autovacuum_enabled", "true");

    assertEquals(List.of(), examine(Given.server().with(orders)));
  }

  @Test
  void isCriticalWhereTheServerHasItOff() {
    var finding = examine(Given.server().with(Setting.AUTOVACUUM, "off")).getFirst();

    assertEquals(Severity.CRITICAL, finding.severity());
    assertEquals("Autovacuum is switched off on the server", finding.headline());
    assertTrue(
        finding.remedies().getFirst()
                instanceof Remedy.Tune(_, var setting, Goal.Switched(var on, _))
            && setting == Setting.AUTOVACUUM
            && on);
  }

  @Test
  void isCriticalWhereItIsBlind() {
    var finding = examine(Given.server().with(Setting.TRACK_COUNTS, "off")).getFirst();

    assertEquals(Severity.CRITICAL, finding.severity());
    assertEquals("Autovacuum is blind: track_counts is off", finding.headline());
    assertInstanceOf(Remedy.Act.class, finding.remedies().getLast());
  }

  /// `ALTER ROLE app SET track_counts = off`, seen on 19: the server's own stays on.
  @Test
  void warnsWhereARolesWritesAreNotCounted() {
    var findings = examine(Given.server().with("pg_db_role_setting.track_counts", "off", null));

    assertEquals(1, findings.size());
    assertEquals(Severity.WARNING, findings.getFirst().severity());
    assertTrue(
        findings.getFirst().headline().startsWith("track_counts is off for a role or a database"),
        findings.getFirst().headline());
    assertEquals(2, findings.getFirst().remedies().size());
  }

  /// `parse_bool()` takes any unique prefix, in any case.
  @ParameterizedTest
  @ValueSource(strings = {"off", "OFF", "of", "false", "f", "FALSE", "no", "n", "0"})
  void readsEverySpellingOfOff(String spelling) {
    var orders = Given.table("orders").with("autovacuum_enabled", spelling);

    var finding = examine(Given.server().with(orders)).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals("Autovacuum is switched off for public.orders", finding.headline());
    assertEquals(spelling, finding.evidence().getFirst().value());
  }

  /// As a statement sets it: the server keeps it with the TOAST table.
  @Test
  void readsTheSwitchOfTheToastTable() {
    var orders = Given.table("orders").with("toast.autovacuum_enabled", "off");

    var finding = examine(Given.server().with(orders)).getFirst();

    assertEquals(
        "Autovacuum is switched off for the TOAST table of public.orders", finding.headline());
    assertEquals(
        Set.of("toast.autovacuum_enabled"),
        ((Remedy.ResetTable) finding.remedies().getFirst()).parameters());
  }

  /// A boolean parameter without a value is true: `WITH (autovacuum_enabled)`.
  @ParameterizedTest
  @ValueSource(strings = {"on", "1", "t", "yes", "TRUE"})
  void readsEverySpellingOfOn(String spelling) {
    var orders = Given.table("orders").with("autovacuum_enabled", spelling);

    assertEquals(List.of(), examine(Given.server().with(orders)));
  }

  /// 1,000 rows: the threshold is 250.
  @Test
  void warnsOnceTheTableWouldBeVacuumed() {
    assertEquals(Severity.ADVICE, off(Given.table("orders").dead(250)).severity());
    assertEquals(Severity.WARNING, off(Given.table("orders").dead(251)).severity());
  }

  @Test
  void namesDeadRowsOnlyWhereTheyAreKnown() {
    assertEquals(
        "Autovacuum is switched off for public.orders: 251 dead rows",
        off(Given.table("orders").dead(251)).headline());
    var finding = off(Given.table("orders").dead(251).notCounted());

    assertEquals(Severity.ADVICE, finding.severity());
    assertEquals("Autovacuum is switched off for public.orders", finding.headline());
  }

  @Test
  void cannotTellWhereSwitchesAreNotShown() {
    var rule = new AutovacuumDisabled();
    var unknown = Given.server().without(Setting.AUTOVACUUM).without(Setting.TRACK_COUNTS);

    assertEquals(List.of("autovacuum", "track_counts"), Verdicts.lacks(rule, unknown));
    // rows that were counted show that counting is on
    assertEquals(
        List.of("autovacuum"), Verdicts.lacks(rule, unknown.with(Given.table("a").live(1))));
    assertEquals(
        List.of("storage parameters"),
        Verdicts.lacks(rule, Given.server().with(Given.table("orders").withoutParameters())));
  }

  @Test
  void tellsATableApartThatStaysOffWhenTheServerIsOnAgain() {
    var findings =
        examine(
            Given.server()
                .with(Setting.AUTOVACUUM, "off")
                .with(Given.table("orders").with("autovacuum_enabled", "off")));

    assertEquals(2, findings.size());
    assertEquals("Autovacuum is switched off for public.orders", findings.get(1).headline());
  }

  /// A TOAST table without parameters of its own takes those of its table: one finding for both.
  @Test
  void namesATableOnceWhoseToastTableFollowsIt() {
    var follows =
        Given.server()
            .with(Given.table("a").with("autovacuum_enabled", "off"), Given.table("pg_toast_1"));
    var toastAlone =
        Given.server()
            .with(Given.table("a"), Given.table("pg_toast_1").with("autovacuum_enabled", "off"));

    assertEquals(
        List.of("Autovacuum is switched off for public.a"),
        examine(follows).stream().map(Finding::headline).toList());
    assertEquals(
        List.of("Autovacuum is switched off for the TOAST table of public.a"),
        examine(toastAlone).stream().map(Finding::headline).toList());
  }

  @Test
  void passesTemporaryTablesAndStandbysBy() {
    var temporary = Given.table("t").temporary().with("autovacuum_enabled", "off");

    assertEquals(List.of(), examine(Given.server().with(temporary)));
    assertEquals(List.of(), examine(Given.server().asStandby().with(Setting.AUTOVACUUM, "off")));
  }

  @Test
  void asksToResetTheSwitch() {
    var remedy = off(Given.table("orders")).remedies().getFirst();

    assertTrue(
        remedy instanceof Remedy.ResetTable(_, var parameters)
            && parameters.equals(new TreeSet<>(List.of("autovacuum_enabled"))));
  }

  /// 1,000 rows: 250 dead ones are the threshold.
  @Test
  void countsTheTablesThatWaitMeanwhile() {
    var off = Given.server().with(Setting.AUTOVACUUM, "off");

    assertEquals(
        List.of("autovacuum: off", "default: on"), Verdicts.facts(examine(off).getFirst()));
    assertEquals(
        List.of("autovacuum: off", "tables past their vacuum threshold: 1", "default: on"),
        Verdicts.facts(
            examine(off.with(Given.table("a").dead(251)).with(Given.table("b").dead(250)))
                .getFirst()));
  }

  @Test
  void saysWhatNobodyDoesWithoutIt() {
    var off = examine(Given.server().with(Setting.AUTOVACUUM, "off")).getFirst();
    var blind = examine(Given.server().with(Setting.TRACK_COUNTS, "off")).getFirst();

    assertTrue(off.explanation().startsWith("No table is vacuumed or analyzed by itself."));
    assertTrue(blind.explanation().startsWith("Without row counts autovacuum never knows"));
  }

  @Test
  void provesATablesSwitchWithItsDeadRowsAndTheThreshold() {
    assertEquals(
        List.of("autovacuum_enabled: off", "dead rows: 251", "vacuum threshold if it were on: 250"),
        Verdicts.facts(off(Given.table("orders").dead(251))));
    assertEquals(
        List.of("autovacuum_enabled: off", "vacuum threshold if it were on: 250"),
        Verdicts.facts(off(Given.table("orders").notCounted())));
  }

  /// The server itself says so when it starts.
  @Test
  void takesTheServersWordInALog() {
    var log =
        """
        2026-11-21 00:00:00.000 UTC [4711] WARNING:  autovacuum not started because of misconfiguration
        2026-11-21 00:00:00.000 UTC [4711] HINT:  Enable the "track_counts" option.
        """;
    var finding = Verdicts.findings(new AutovacuumDisabled(), Logs.evidence(log)).getFirst();

    assertEquals("Autovacuum is blind: track_counts is off", finding.headline());
    assertEquals(
        List.of("autovacuum not started because of misconfiguration: 1", "default: on"),
        Verdicts.facts(finding));
  }

  /// Rows of a table that was never written to prove nothing. An archive: loaded, vacuumed, and not
  /// written since.
  @Test
  void seesThatATableAtRestNeedsNoVacuum() {
    var archive =
        Given.table("archive").with("autovacuum_enabled", "off").pages(100).allVisible(100);

    assertEquals(Severity.INFO, severity(archive));
    assertEquals(Severity.ADVICE, severity(archive.insertedSinceVacuum(1)));
  }

  private static Severity severity(TableGiven table) {
    return Verdicts.findings(new AutovacuumDisabled(), Given.server().with(table))
        .getFirst()
        .severity();
  }

  @Test
  void cannotTellFromCountersOfZero() {
    var unknown = Given.server().without(Setting.TRACK_COUNTS).with(Given.table("a").live(0));

    assertEquals(List.of("track_counts"), Verdicts.lacks(new AutovacuumDisabled(), unknown));
  }

  private static Finding off(TableGiven table) {
    return examine(Given.server().with(table.with("autovacuum_enabled", "off"))).getFirst();
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new AutovacuumDisabled(), given);
  }
}
