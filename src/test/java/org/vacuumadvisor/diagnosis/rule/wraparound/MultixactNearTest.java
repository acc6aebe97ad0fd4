package org.vacuumadvisor.diagnosis.rule.wraparound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Logs;
import org.vacuumadvisor.diagnosis.rule.Pasted;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.source.paste.Paste;
import org.vacuumadvisor.unit.XidAge;

class MultixactNearTest {
  @Test
  void isSilentAtOrdinaryAges() {
    assertEquals(List.of(), examine(Given.server().multixactAge(400_000_001)));
  }

  @Test
  void speaksOfADatabaseThatIsHalfWay() {
    var finding = examine(Given.server().multixactAge(1_200_000_000)).getFirst();

    assertEquals(Severity.WARNING, finding.severity());
    assertEquals(
        "Database shop: 944 million multixacts until new ones are refused (56 % used)",
        finding.headline());
  }

  /// Half of 2,147,483,647; from 2,144,483,647 on none is given out (14 and later; up to 13 the
  /// last hundred are kept back).
  @Test
  void speaksFromHalfWayToTheStop() {
    assertEquals(List.of(), examine(Given.server().multixactAge(1_073_741_823)));
    assertEquals(1, examine(Given.server().multixactAge(1_073_741_824)).size());
    assertEquals(
        Severity.CRITICAL,
        examine(Given.server().multixactAge(1_600_000_001)).getFirst().severity());
    assertTrue(
        examine(Given.server().multixactAge(2_144_483_647L))
            .getFirst()
            .headline()
            .startsWith("New multixacts are refused"));
  }

  /// INSERT and UPDATE go on; only what needs a new multixact fails.
  @Test
  void knowsWhatFailsAndWhatHelpsOnceTheyRanOut() {
    var finding = examine(Given.server().multixactAge(2_144_483_647L)).getFirst();

    assertTrue(finding.explanation().contains("Other INSERT and UPDATE statements work on"));
    assertEquals(
        List.of(
            new Remedy.FreezeDatabases(
                List.of("shop"), Wraparound.MULTIXACTS, new XidAge(1_073_741_823), true)),
        finding.remedies());
  }

  @Test
  void cannotTellWithoutTheAgesOfTheDatabases() {
    assertEquals(
        List.of("multixact age of the databases"),
        Verdicts.lacks(new MultixactNear(), Given.server().withoutDatabaseAges().evidence()));
  }

  /// From two billion members on 19 forces vacuums earlier.
  @Test
  void speaksOfMembersWhereTheServerCountsThem() {
    assertEquals(List.of(), examine(Given.server(Release.V19).multixactMembers(2_000_000_000L)));
    assertEquals(1, examine(Given.server(Release.V19).multixactMembers(2_000_000_001L)).size());
  }

  /// `MULTIXACT_MEMBER_DANGER_THRESHOLD` is three quarters of 2^32: from there on every vacuum is
  /// forced, and at 2^32 new multixacts are refused. 4,294,967,295 - 4,070,000,000 are left.
  @Test
  void isAnEmergencyWhereMostOfTheSpaceForMembersIsUsed() {
    var before = pasted("18.1", 3_221_225_471L);
    var danger = pasted("18.1", 3_221_225_472L);
    var finding = pasted("16.4", 4_070_000_000L);

    assertEquals(Severity.WARNING, before.severity());
    assertEquals(Severity.CRITICAL, danger.severity());
    assertEquals(Severity.CRITICAL, finding.severity());
    assertEquals(
        "225 million multixact members until new multixacts are refused (95 % used)",
        finding.headline());
  }

  /// "Multixact members are no longer limited": release notes of 19.
  @Test
  void isNoEmergencyWhereOffsetsHave64Bits() {
    assertEquals(Severity.WARNING, pasted("19.0", 4_070_000_000L).severity());
    assertEquals(
        Severity.WARNING,
        examine(Given.server(Release.V19).multixactMembers(40_000_000_000L)).getFirst().severity());
  }

  /// The size of the files is of a release that nobody named: on most of them it is an emergency.
  @Test
  void isAnEmergencyWhereTheReleaseIsNotShown() throws Exception {
    var assessment =
        Advisor.assess(
            Paste.survey(
                List.of(
                    new Paste.Text(
                        "pasted",
                        "$ du -sh pg_multixact/members\n19.9G\tpg_multixact/members\n"))));

    assertEquals(Condition.ACT_NOW, assessment.judgement().condition());
    assertEquals("multixact-near", assessment.findings().getFirst().id());
  }

  private static Finding pasted(String version, long members) {
    return Pasted.findings(
            new MultixactNear(),
            " server_version\n----------------\n %s\n(1 row)\n\n num_mxids | num_members\n-----------+-------------\n 1000 | %d\n"
                .formatted(version, members))
        .getFirst();
  }

  @Test
  void saysWhatWouldTellTheMembersWhereNobodyCountsThem() {
    var finding = examine(Given.server().multixactAge(1_200_000_000)).getFirst();

    assertTrue(String.valueOf(finding.surer()).contains("pg_multixact/members"));
  }

  @Test
  void saysFromWhichNumberOnMembersForceVacuums() {
    var finding = examine(Given.server(Release.V19).multixactMembers(2_100_000_000L)).getFirst();

    assertEquals(
        "2.1 billion multixact members are in use: vacuums are forced earlier for it",
        finding.headline());
    assertEquals(Severity.WARNING, finding.severity());
    assertEquals(new Subject.Cluster(), finding.subject());
    assertEquals(
        List.of("members in use: 2,100,000,000", "members force vacuums from: 2,000,000,000"),
        Verdicts.facts(finding));
    assertTrue(act(finding).startsWith("In the database with the oldest multixacts run SET"));
  }

  /// `MultiXactOffset` has 32 bits up to 18.
  @Test
  void repeatsTheServersWarningOfMembers() {
    var finding =
        told(
            "WARNING:  database \"shop\" must be vacuumed before 39999999 more multixact members"
                + " are used");

    assertEquals(
        "39,999,999 multixact members until new multixacts are refused", finding.headline());
    assertEquals(Severity.CRITICAL, finding.severity());
    assertEquals(
        List.of("members left: 39,999,999", "members there can be: 4,294,967,295"),
        Verdicts.facts(finding));
  }

  @Test
  void saysWhatFailsOnceMembersAreUsedUp() {
    var finding = told("ERROR:  multixact \"members\" limit exceeded");

    assertEquals(
        "New multixacts are refused: the space for their members is used up", finding.headline());
    assertEquals(Severity.CRITICAL, finding.severity());
    assertEquals(
        "refused: multixact \"members\" limit exceeded", Verdicts.facts(finding).getFirst());
    assertTrue(finding.explanation().contains("Other INSERT and UPDATE statements work on"));
  }

  private static String act(Finding finding) {
    return ((Remedy.Act) finding.remedies().getFirst()).what();
  }

  private static Finding told(String message) {
    var log = "2026-11-21 00:00:00.000 UTC [4711] " + message + "\n";
    return Verdicts.findings(new MultixactNear(), Logs.evidence(log)).getFirst();
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new MultixactNear(), given.evidence());
  }
}
