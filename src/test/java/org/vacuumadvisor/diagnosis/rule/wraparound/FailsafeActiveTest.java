package org.vacuumadvisor.diagnosis.rule.wraparound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Logs;
import org.vacuumadvisor.diagnosis.rule.RunText;
import org.vacuumadvisor.diagnosis.rule.Runs;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.workload.Confidence;

/// The failsafe begins past 1,600,000,000.
class FailsafeActiveTest {
  @Test
  void isSilentAboutOrdinaryVacuums() {
    assertEquals(List.of(), examine(running(Given.server(), 1_600_000_000)));
  }

  @Test
  void speaksOfAVacuumThatDropsTheRest() {
    var finding = examine(running(Given.server(), 1_600_000_001)).getFirst();

    assertEquals(Severity.CRITICAL, finding.severity());
    assertEquals("The vacuum of public.old runs in failsafe", finding.headline());
    assertEquals(Confidence.MEDIUM, finding.confidence());
  }

  @Test
  void takesTheServersWordFrom19On() {
    var told = Given.server(Release.V19).with(Given.table("old").age(5));

    assertEquals(List.of(), examine(told.with(Runs.inMode(0, "aggressive"))));
    assertEquals(
        Confidence.HIGH, examine(told.with(Runs.inMode(0, "failsafe"))).getFirst().confidence());
  }

  @Test
  void isSilentWhereThereIsNoFailsafe() {
    assertEquals(List.of(), examine(running(Given.server(Release.V13), 1_700_000_000)));
  }

  @Test
  void cannotTellWhereTheAgeIsNotKnown() {
    var table = Given.table("old").without(TableKeys.XID_AGE);
    var given = Given.server().with(table).with(Runs.scanning(7, 0, 100, 1, Duration.ofMinutes(1)));

    assertEquals(List.of(), examine(given));
    assertEquals(List.of("vacuums at work"), Verdicts.lacks(new FailsafeActive(), given));
  }

  /// The run that froze the table is later than the age it tells of.
  @Test
  void leadsWhereTheFailsafeBroughtTheAgeDown() {
    var run =
        RunText.vacuum("shop.public.old")
            .forced()
            .advanced(1_612_033_122)
            .indexScan(
                "bypassed by failsafe: 22 pages from table (23.90% of total) have 81 dead item"
                    + " identifiers");
    var finding = Logs.findings(run.toString()).getFirst();

    assertEquals("failsafe-active", finding.id());
    assertEquals(
        "Vacuum froze public.old only in failsafe mode: transaction IDs ran far towards wraparound",
        finding.headline());
    assertFalse(Logs.ids(run.toString()).contains("wraparound-near"));
  }

  /// `vacuum_multixact_failsafe_age` is 1,600,000,000 as well.
  @Test
  void speaksOfMultixactsThatAreTooOld() {
    assertEquals(List.of(), examine(multixacts(1_600_000_000)));
    assertEquals(
        "The vacuum of public.old runs in failsafe",
        examine(multixacts(1_600_000_001)).getFirst().headline());
  }

  @Test
  void provesItByAgeOrByTheServersWord() {
    assertEquals(
        List.of(
            "it runs: process 7",
            "age of its oldest transaction ID: 1,600,000,001",
            "failsafe from: 1,600,000,000"),
        Verdicts.facts(examine(running(Given.server(), 1_600_000_001)).getFirst()));

    var told = Given.server(Release.V19).with(Given.table("old").age(5));
    assertEquals(
        List.of(
            "mode: failsafe",
            "age of its oldest transaction ID: 5",
            "failsafe from: 1,600,000,000"),
        Verdicts.facts(examine(told.with(Runs.inMode(0, "failsafe"))).getFirst()));
  }

  @Test
  void isClearWhereNoVacuumRuns() {
    assertEquals(1, Verdicts.cleared(new FailsafeActive(), Given.server()));
    assertEquals(1, Verdicts.cleared(new FailsafeActive(), running(Given.server(), 1_600_000_000)));
    assertEquals(
        1,
        Verdicts.cleared(new FailsafeActive(), running(Given.server(Release.V13), 1_700_000_000)));
  }

  /// The vacuum of a table that nobody showed.
  @Test
  void cannotTellOfATableThatIsNotKnownWhereThereIsAFailsafe() {
    var unknown = Runs.scanning(7, 3, 100, 1, Duration.ofMinutes(1));

    assertEquals(
        List.of("vacuums at work"),
        Verdicts.lacks(new FailsafeActive(), Given.server().with(unknown)));
    assertEquals(
        1, Verdicts.cleared(new FailsafeActive(), Given.server(Release.V13).with(unknown)));
  }

  @Test
  void saysThatAFailsafeLastsWhereTheAgeDidNotComeDown() {
    var finding = told(warning("shop.public.old")).getFirst();

    assertEquals(
        "Vacuum went into failsafe mode at public.old: the age was past the limit for it, and is"
            + " not shown",
        finding.headline());
    assertEquals(Severity.CRITICAL, finding.severity());
    assertEquals(
        List.of("public.old: failsafe: 1", "failsafe from: 1,600,000,000"),
        Verdicts.facts(finding));
  }

  @Test
  void namesPeoplesTablesBeforeOthersAndShowsThree() {
    var log =
        warning("shop.pg_catalog.pg_class")
            + warning("shop.public.a")
            + warning("shop.public.b")
            + warning("shop.public.c")
            + warning("shop.public.d");
    var finding = told(log).getFirst();

    assertTrue(finding.headline().contains(" and 4 other tables: "), finding.headline());
    assertEquals(new Subject.Cluster(), finding.subject());
    assertEquals(4, finding.evidence().size());
    assertTrue(Verdicts.facts(finding).stream().noneMatch(each -> each.contains("pg_class")));
  }

  /// Indexes were left as they are: the next vacuum has to come to them, once nothing blocks it.
  @Test
  void asksWhoBlocksCleanupAndVacuumsTheIndexesAfterwards() {
    var remedies = told(warning("shop.public.old")).getFirst().remedies();

    assertInstanceOf(Remedy.Inquire.class, remedies.getFirst());
    assertEquals(
        List.of("INDEX_CLEANUP ON"),
        assertInstanceOf(Remedy.VacuumNow.class, remedies.getLast()).options());
  }

  @Test
  void recommendsNoStatementAboutATableWithoutASchema() {
    var remedies = told(warning("old")).getFirst().remedies();

    assertEquals(1, remedies.size());
  }

  /// It warns when it begins; the vacuum that ended before was another one.
  @Test
  void isOverOnlyOnceAVacuumEndedAfterTheWarning() {
    var run = RunText.vacuum("shop.public.old").forced().advanced(1_612_033_122);
    var after = told(warning("shop.public.old") + run.at(Duration.ofMinutes(1))).getFirst();
    var before = told(run.at(Duration.ofMinutes(-1)) + warning("shop.public.old")).getFirst();

    assertTrue(after.headline().startsWith("Vacuum froze public.old only in failsafe mode"));
    assertTrue(before.headline().startsWith("Vacuum went into failsafe mode at public.old"));
  }

  @Test
  void isClearWhereALogTellsOfNoFailsafe() {
    var log = RunText.vacuum("shop.public.old").toString();

    assertEquals(List.of(), told(log));
    assertEquals(List.of(), Verdicts.lacks(new FailsafeActive(), Logs.evidence(log)));
  }

  @Test
  void saysByHowMuchTheAgeCameDown() {
    var run =
        RunText.vacuum("shop.public.old")
            .forced()
            .indexScan(
                "bypassed by failsafe: 22 pages from table (23.90% of total) have 81 dead item"
                    + " identifiers");

    assertEquals(
        "public.old: the age did not come down, or the log does not say",
        Verdicts.facts(told(run.toString()).getFirst()).getFirst());
    assertTrue(
        told(run.toString()).getFirst().headline().startsWith("Vacuum went into failsafe mode"));
    var over = Verdicts.facts(told(run.advanced(1_612_033_122).toString()).getFirst());
    assertTrue(over.getFirst().startsWith("public.old: age before: 1,612,03"), over.getFirst());
    assertEquals("public.old: relfrozenxid moved on by 1,612,033,122", over.get(1));
    assertTrue(told(run.advanced(1).toString()).getFirst().headline().startsWith("Vacuum froze"));
  }

  /// At midnight.
  private static String warning(String table) {
    return """
    2026-11-21 00:00:00.000 UTC [4711] WARNING:  bypassing nonessential maintenance of table "%s" as a failsafe after 0 index scans
    2026-11-21 00:00:00.000 UTC [4711] DETAIL:  The table's relfrozenxid or relminmxid is too far in the past.
    """
        .formatted(table);
  }

  private static List<Finding> told(String log) {
    return Verdicts.findings(new FailsafeActive(), Logs.evidence(log));
  }

  private static Given multixacts(long age) {
    return Given.server()
        .with(Given.table("old").multixactAge(age))
        .with(Runs.scanning(7, 0, 100, 1, Duration.ofMinutes(1)));
  }

  private static Given running(Given given, long age) {
    return given
        .with(Given.table("old").age(age))
        .with(Runs.scanning(7, 0, 100, 1, Duration.ofMinutes(1)));
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new FailsafeActive(), given.evidence());
  }
}
