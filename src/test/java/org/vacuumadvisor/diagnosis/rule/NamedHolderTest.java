package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.action.Harm;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.source.paste.Paste;
import org.vacuumadvisor.workload.Confidence;

class NamedHolderTest {
  private static final long CUTOFF = Given.NEXT_XID - 5_000;

  private static final Finding TOLD =
      finding(
          "xmin-held",
          Severity.WARNING,
          new Subject.OfDatabase("shop"),
          "kept",
          new Remedy.FindHolder(Optional.of("shop"), Optional.empty(), Optional.of(CUTOFF)));

  @Test
  void givesTheHolderOfTheCutoffTheProofOfTheLog() {
    var session = Holders.writer("idle in transaction", Duration.ofHours(1), 5_000);
    var known = heldBy(session, "shop");

    var one = NamedHolder.of(List.of(TOLD, known));

    assertEquals(List.of("xmin-held-by-transaction"), one.stream().map(Finding::id).toList());
    assertEquals(Severity.WARNING, one.getFirst().severity());
    assertEquals(
        List.of("since", "kept"), one.getFirst().evidence().stream().map(Fact::label).toList());
    assertEquals(
        List.of(new Remedy.EndSession(session, Harm.VACUUM_KEPT_ROWS)), one.getFirst().remedies());
  }

  @Test
  void doesNotBlameWhoHoldsAnotherTransaction() {
    var other = heldBy(Holders.writer("active", Duration.ofHours(1), 4_999), "shop");

    assertEquals(List.of(TOLD, other), NamedHolder.of(List.of(TOLD, other)));
  }

  @Test
  void leavesHoldersOfOtherDatabasesAlone() {
    var elsewhere = heldBy(Holders.writer("active", Duration.ofHours(1), 5_000), "crm");

    assertEquals(List.of(TOLD, elsewhere), NamedHolder.of(List.of(TOLD, elsewhere)));
  }

  @Test
  void aHolderOfTheWholeServerReachesEveryDatabase() {
    var slot =
        finding(
            "xmin-held-by-slot",
            Severity.WARNING,
            new Subject.Cluster(),
            "xmin",
            new Remedy.DropSlot(Holders.slotOfStandby("a", false, 5_000)));

    assertEquals(1, NamedHolder.of(List.of(slot, TOLD)).size());
  }

  /// A VACUUM of `pg_attribute` ended at the `catalog_xmin` of a slot: one problem, not two. What
  /// keeps rows of an ordinary table cannot be that slot.
  @Test
  void aSlotOfCatalogsExplainsWhatStaysInCatalogsAlone() {
    var verbose =
        """
        INFO:  vacuuming "shop.%1$s"
        INFO:  finished vacuuming "shop.%1$s": index scans: 0
        pages: 0 removed, 20000 remain, 20000 scanned (100.00%% of total)
        tuples: 0 removed, 900000 remain, 850000 are dead but not yet removable
        removable cutoff: 812345, which was 2500000 XIDs old when operation ended
        frozen: 0 pages from table (0.00%% of total) had 0 tuples frozen
        avg read rate: 0.000 MB/s, avg write rate: 0.000 MB/s
        buffer usage: 40000 hits, 0 misses, 0 dirtied
        system usage: CPU: user: 0.10 s, system: 0.00 s, elapsed: 0.11 s
        """;
    var slots =
        """

         slot_name | plugin   | slot_type | database | active | xmin | catalog_xmin
        -----------+----------+-----------+----------+--------+------+--------------
         deb       | pgoutput | logical   | shop     | f      |      | 812345
        """;

    assertEquals(
        List.of("xmin-held-by-slot"),
        troubles(verbose.formatted("pg_catalog.pg_attribute"), slots));
    assertEquals(
        Set.of("xmin-held", "xmin-held-by-slot"),
        Set.copyOf(troubles(verbose.formatted("public.orders"), slots)));
  }

  private static List<String> troubles(String log, String figures) {
    var survey = Paste.survey(List.of(new Paste.Text("pasted", figures)));
    return Advisor.assess(survey, Logs.history(log)).findings().stream()
        .filter(each -> each.severity() != Severity.INFO)
        .map(Finding::id)
        .toList();
  }

  @Test
  void keepsAnUnknownHolderWhereNobodyIsSeen() {
    assertTrue(NamedHolder.of(List.of(TOLD)).contains(TOLD));
  }

  private static Finding heldBy(Session session, String database) {
    return finding(
        "xmin-held-by-transaction",
        Severity.ADVICE,
        new Subject.OfDatabase(database),
        "since",
        new Remedy.EndSession(session, Harm.NOT_PROVEN));
  }

  private static Finding finding(
      String id, Severity severity, Subject subject, String fact, Remedy remedy) {
    return new Finding(
        id,
        severity,
        subject,
        id,
        List.of(Fact.observed(fact, "1", "somewhere")),
        "",
        Confidence.MEDIUM,
        null,
        List.of(remedy));
  }
}
