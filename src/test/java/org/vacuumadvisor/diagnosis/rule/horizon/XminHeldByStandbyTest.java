package org.vacuumadvisor.diagnosis.rule.horizon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Sender;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.workload.Confidence;

class XminHeldByStandbyTest {
  @Test
  void isSilentAboutFeedbackThatKeepsUp() {
    assertEquals(
        List.of(), examine(Given.server().with(Holders.standby("replica", 500)).evidence()));
  }

  @Test
  void speaksOfAStandbyWithAnOldSnapshot() {
    // 1,000 rows: the threshold is 250
    var given =
        Given.server()
            .with(Given.table("orders").dead(300))
            .with(Holders.standby("replica", 3_000_000));

    var finding = examine(given.evidence()).getFirst();

    assertEquals(Severity.WARNING, finding.severity());
    assertEquals(Confidence.MEDIUM, finding.confidence());
    assertEquals(
        "Standby replica (pid 77, 10.0.0.7) reports an old snapshot and keeps dead rows"
            + " from being removed in every database",
        finding.headline());
  }

  @Test
  void speaksOfAConnectedStandbyBehindASlot() {
    var finding =
        examine(Given.server().with(Holders.slotOfStandby("r1", true, 3_000_000)).evidence())
            .getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertTrue(finding.headline().startsWith("The standby of replication slot r1 reports"));
  }

  /// A physical slot has a `catalog_xmin` by feedback of a standby with a logical slot alone.
  @Test
  void speaksOfTheCatalogsThatALogicalSlotOfTheStandbyKeeps() {
    var slot = Holders.logicalSlotOfStandby("r1", 3_000_000);

    assertTrue(
        examine(Given.server().with(slot).evidence())
            .getFirst()
            .headline()
            .startsWith("The standby of replication slot r1 reports"));
  }

  /// 1,000 rows: the threshold is 250, and 501 are more than twice as many.
  @Test
  void toleratesAHundredThousandTransactions() {
    var kept = Given.table("orders").dead(501);

    assertEquals(
        List.of(),
        examine(Given.server().with(kept).with(Holders.standby("replica", 100_000)).evidence()));
    assertEquals(
        Severity.WARNING,
        examine(Given.server().with(kept).with(Holders.standby("replica", 100_001)).evidence())
            .getFirst()
            .severity());
  }

  /// The last vacuum kept what the analyze had seen in the visit before it, a naptime ago but for a
  /// moment: no snapshot in passing.
  @Test
  void namesAYoungSnapshotForWhichRowsWereKeptThatDiedLongBefore() {
    var finding = kept(501, 51, Given.server()).getFirst();

    assertEquals(Severity.WARNING, finding.severity());
    assertEquals(Confidence.HIGH, finding.confidence());
    assertEquals(Severity.ADVICE, kept(501, 50, Given.server()).getFirst().severity());
    assertEquals(Severity.WARNING, kept(251, 51, Given.server()).getFirst().severity());
    assertEquals(List.of(), kept(250, 51, Given.server()));
    // who holds back further is in the way
    assertEquals(
        List.of(), kept(501, 51, Given.server().with(Holders.slotOfStandby("r2", false, 501))));
  }

  /// A standby reports every 10 seconds: since the vacuum it should have gone on.
  @Test
  void namesTheOneThatIsStillBehindSinceAVacuumKeptRows() {
    assertEquals(1, kept(11, 501, 50, 1, Given.server()).size());
    assertEquals(List.of(), kept(10, 501, 50, 1, Given.server()));
    assertEquals(List.of(), kept(11, 501, 50, 0, Given.server()));
  }

  private static List<Finding> kept(long dead, long secondsBefore, Given given) {
    return kept(30, dead, secondsBefore, 500, given);
  }

  private static List<Finding> kept(
      long secondsAgo, long dead, long secondsBefore, long age, Given given) {
    var vacuumed = Given.NOW.minusSeconds(secondsAgo);
    return examine(
        given
            .with(
                Given.table("orders")
                    .dead(dead)
                    .modifiedSinceAnalyze(0)
                    .vacuumed(vacuumed)
                    .analyzed(vacuumed.minusSeconds(secondsBefore)))
            .with(Holders.standby("replica", age))
            .evidence());
  }

  @Test
  void isSilentAboutAnOlderSnapshotThatKeepsNothing() {
    assertEquals(
        List.of(), examine(Given.server().with(Holders.standby("replica", 900_000)).evidence()));
  }

  @Test
  void speaksOfASnapshotThatStaysTheSame() {
    var older =
        Given.server().with(Holders.standby("replica", 200_000)).taken(Duration.ofMinutes(5), 1);
    var newer = Given.server().with(Holders.standby("replica", 200_000));

    assertEquals(Severity.ADVICE, examine(newer.after(older)).getFirst().severity());
  }

  @Test
  void isSilentAboutAYoungSnapshotWhereDeadRowsAreNotCounted() {
    var given =
        Given.server()
            .with(Given.table("orders").notCounted())
            .with(Holders.standby("replica", 500));

    assertEquals(List.of(), examine(given.evidence()));
  }

  /// Between the surveys a vacuum ran and 10 rows died, and still 900 are dead: 890 at least were
  /// left behind, more than the threshold of 250.
  @Test
  void isSureWhereAVacuumInTheWindowLeftRowsBehind() {
    var older =
        Given.server().with(Given.table("orders").dead(900)).taken(Duration.ofMinutes(5), 1);
    var newer =
        Given.server()
            .with(Given.table("orders").dead(900).written(0, 10, 0).autovacuums(2))
            .with(Holders.standby("replica", 100_001));

    var finding = examine(newer.after(older)).getFirst();

    assertEquals(Severity.WARNING, finding.severity());
    assertEquals(Confidence.HIGH, finding.confidence());
  }

  @Test
  void isCriticalOncePastTheAgeOfForcedFreezing() {
    assertEquals(
        Severity.ADVICE,
        examine(Given.server().with(Holders.standby("replica", 200_000_000)).evidence())
            .getFirst()
            .severity());
    assertEquals(
        Severity.CRITICAL,
        examine(Given.server().with(Holders.standby("replica", 200_000_001)).evidence())
            .getFirst()
            .severity());
  }

  @Test
  void namesAStandbyWithoutANameByItsProcess() {
    assertTrue(
        examine(Given.server().with(Holders.standby("", 3_000_000)).evidence())
            .getFirst()
            .headline()
            .startsWith("Standby (pid 77, 10.0.0.7) reports an old snapshot"));
  }

  /// One that moved on is not the same, whoever else stays.
  @Test
  void isSilentAboutASnapshotThatMovedOn() {
    var older =
        Given.server().with(Holders.standby("replica", 900_000)).taken(Duration.ofMinutes(5), 1);
    var newer = Given.server().with(Holders.standby("replica", 200_000));

    assertEquals(List.of(), examine(newer.after(older)));
  }

  /// Half a minute is what one that keeps up may be behind, too.
  @Test
  void tellsAStandbyThatItsDelayKeepsRowsOnThePrimary() {
    assertEquals(List.of(), examine(delayed(1_800_000, "off").evidence()));
    assertEquals(List.of(), examine(delayed(29_999, "on").evidence()));
    assertEquals(Severity.ADVICE, examine(delayed(299_999, "on").evidence()).getFirst().severity());

    var finding = examine(delayed(1_800_000, "on").evidence()).getFirst();
    assertEquals(Severity.WARNING, finding.severity());
    assertInstanceOf(Remedy.Tune.class, finding.remedies().getFirst());
  }

  /// Without feedback the primary removes what the slot needs, and the slot is lost.
  @Test
  void leavesFeedbackOnForALogicalSlotOfTheStandby() {
    var given = delayed(1_800_000, "on").withIdle(Holders.logicalSlot("cdc", true, 5));

    assertInstanceOf(Remedy.Act.class, examine(given.evidence()).getFirst().remedies().getFirst());
  }

  /// A subscriber is behind by what it has not applied; its slot is told.
  @Test
  void namesAStandbyThatReplaysLateThoughItKeepsNothing() {
    for (long seconds : new long[] {59, 60}) {
      var given = Given.server().with(behind(Duration.ofSeconds(seconds)));
      assertEquals(seconds / 60, examine(given.evidence()).size());
    }
    var given = Given.server().with(behind(Duration.ofMinutes(3)));
    assertEquals(
        "Standby replica_c (pid 77, 10.0.0.7) replays 3 min behind, and keeps no rows here",
        examine(given.evidence()).getFirst().headline());
    var slot = Holders.confirmingAllBut(Bytes.NONE, Holders.logicalSlot("cdc", true, 5));
    assertEquals(List.of(), examine(given.with(slot).evidence()));
  }

  private static Sender behind(Duration lag) {
    var sender = Holders.sender("replica_c");
    return new Sender(
        sender.pid(),
        sender.application(),
        sender.address(),
        sender.since(),
        sender.flushed(),
        sender.flushLag(),
        Reading.of(lag),
        sender.replied());
  }

  private static Given delayed(int milliseconds, String feedback) {
    return Given.server()
        .asStandby()
        .with(Setting.RECOVERY_MIN_APPLY_DELAY, String.valueOf(milliseconds))
        .with(Setting.HOT_STANDBY_FEEDBACK, feedback);
  }

  private static List<Finding> examine(Evidence evidence) {
    return Verdicts.findings(new XminHeldByStandby(), evidence);
  }
}
