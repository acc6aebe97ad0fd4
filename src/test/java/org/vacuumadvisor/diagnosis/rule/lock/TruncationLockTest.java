package org.vacuumadvisor.diagnosis.rule.lock;

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
import org.vacuumadvisor.diagnosis.rule.Runs;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;

class TruncationLockTest {
  @Test
  void isSilentWhereNobodyWaits() {
    assertEquals(List.of(), examine(server(Release.V18, "truncating heap")));
  }

  @Test
  void speaksOfSessionsThatWait() {
    var finding =
        examine(server(Release.V18, "truncating heap").with(Runs.waits(9, 0, 7))).getFirst();

    assertEquals("A session waits while a vacuum shortens public.jobs", finding.headline());
    assertEquals(Setting.VACUUM_TRUNCATE, ((Remedy.Tune) finding.remedies().getFirst()).setting());
  }

  @Test
  void isSilentInAnyOtherPhase() {
    assertEquals(
        List.of(), examine(server(Release.V18, "vacuuming heap").with(Runs.waits(9, 0, 7))));
  }

  @Test
  void asksForNothingThatTheReleaseDoesNotHave() {
    assertEquals(
        List.of(),
        examine(server(Release.V11, "truncating heap").with(Runs.waits(9, 0, 7)))
            .getFirst()
            .remedies());
  }

  /// Any lock keeps ACCESS EXCLUSIVE away, which PostgreSQL needs to cut off empty pages
  /// (`lazy_truncate_heap()`); autovacuum does not come again for them.
  @Test
  void namesATransactionThatIdlesOnATableWithMuchFreeSpace() {
    var finding = examine(idle("idle in transaction", Duration.ofMinutes(2))).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertTrue(
        finding
            .headline()
            .startsWith("Vacuum cannot cut off what is empty at the end of public.jobs (9"),
        finding.headline());
    assertTrue(finding.headline().contains("behind session 42"), finding.headline());
    assertInstanceOf(Remedy.Act.class, finding.remedies().getFirst());
  }

  /// A transaction that has read and written a table holds two locks on it.
  @Test
  void namesTheOldestOfSeveralLocksAlone() {
    var open = Duration.ofMinutes(2);
    var both =
        idle("idle in transaction", open)
            .with(Runs.held(42, 0, "RowExclusiveLock", open))
            .with(Holders.client(43, "web", "idle in transaction", open, open))
            .with(Runs.held(43, 0, "AccessShareLock", Duration.ofMinutes(9)));

    var findings = examine(both);

    assertEquals(1, findings.size());
    assertTrue(
        findings.getFirst().headline().contains("behind session 43"),
        findings.getFirst().headline());
  }

  @Test
  void isSilentAboutWhoReadsOrHasJustRead() {
    assertEquals(List.of(), examine(idle("active", Duration.ofMinutes(2))));
    assertEquals(List.of(), examine(idle("idle in transaction", Duration.ofSeconds(59))));
  }

  /// 8,000 rows of 60 bytes on 3,700 pages, vacuumed half a minute ago. Free space that new rows
  /// use again is no empty end.
  @Test
  void isSilentAboutFreeSpaceThatNobodyNeeds() {
    assertEquals(List.of(), examine(idle("idle in transaction", Duration.ofMinutes(2), 3_700)));
  }

  private static Given idle(String state, Duration open) {
    return idle(state, open, 37_000);
  }

  private static Given idle(String state, Duration open, long pages) {
    return Given.server(Release.V18)
        .with(
            Given.table("jobs")
                .pages(pages)
                .rows(8_000)
                .bigints(4)
                .vacuumed(Given.NOW.minusSeconds(30)))
        .with(Holders.client(42, "web", state, open, open))
        .with(Runs.held(42, 0, "AccessShareLock", open));
  }

  private static Given server(Release release, String phase) {
    return Given.server(release).with(Given.table("jobs")).with(Runs.inPhase(7, 0, phase));
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new TruncationLock(), given);
  }
}
