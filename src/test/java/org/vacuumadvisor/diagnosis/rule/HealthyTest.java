package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.model.Command;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.workload.Confidence;

class HealthyTest {
  @Test
  void isSilentWhereAnythingIsToDo() {
    var idle = Holders.writer("idle in transaction", Duration.ofHours(1), 5);

    assertEquals(Optional.empty(), healthy(Given.server().with(idle)));
  }

  @Test
  void speaksOfAServerOnWhichNothingIsWrong() {
    var finding = healthy(Given.server().with(Given.table("orders"))).orElseThrow();

    assertEquals(Severity.INFO, finding.severity());
    assertEquals(Confidence.HIGH, finding.confidence());
    assertEquals("Nothing needs changing", finding.headline());
    assertEquals(List.of(), finding.remedies());
  }

  /// 1,000 rows: the threshold is 250, and 501 are more than twice as many. A worker comes within a
  /// naptime of a minute, or is at work.
  @Test
  void sendsWhoSeesATableWithoutVacuumForALookTwoNapsLater() {
    var late = Given.NOW.minus(Duration.ofSeconds(121));
    var now = Given.NOW.minus(Duration.ofSeconds(119));

    assertTrue(explained(501, late).contains("Look twice, 2 min 5 s apart."));
    for (var text : List.of(explained(500, late), explained(501, now))) {
      assertTrue(text.endsWith("autovacuum comes within about autovacuum_naptime."));
    }
  }

  /// All that is dead was alive at an analyze within two naps: a batch, and no vacuum that fails.
  @Test
  void sendsNobodyForALookAtRowsThatDiedSinceAnAnalyze() {
    var late = Given.NOW.minus(Duration.ofSeconds(121));
    var table = Given.table("orders").dead(501).vacuumed(late).modifiedSinceAnalyze(501);

    assertTrue(
        healthy(Given.server().with(table.analyzed(Given.NOW.minusSeconds(100))))
            .orElseThrow()
            .explanation()
            .endsWith("autovacuum comes within about autovacuum_naptime."));
    assertTrue(
        healthy(Given.server().with(table.analyzed(late)))
            .orElseThrow()
            .explanation()
            .contains("Look twice"));
  }

  /// What a standby's query kept from its last vacuum may be nothing by the next.
  @Test
  void sendsWhoSeesRowsThatAVacuumJustLeftForASecondLook() {
    var left =
        Given.table("orders")
            .dead(501)
            .modifiedSinceAnalyze(0)
            .analyzed(Given.NOW.minusSeconds(15))
            .vacuumed(Given.NOW.minusSeconds(5));
    var server = Given.server().with(left);

    assertEquals(
        "A vacuum of public.orders left dead rows behind (501 dead rows, threshold 250), and"
            + " standby reports (pid 77, 10.0.0.7) has the oldest xmin",
        RuleBook.examine(server.with(Holders.standby("reports", 5)).evidence())
            .getFirst()
            .headline());
    // who holds nothing that is older than the newest transaction keeps none
    assertTrue(healthy(Given.server().with(left).with(Holders.standby("reports", 0))).isPresent());
  }

  /// One vacuum, a minute ago, of an analyze two minutes ago: at the same pace half of what changed
  /// has died since. Since when the visible xmin is held is hidden.
  @Test
  void asksWhoseOldestXminItCannotDateAfterOneVacuumInVain() {
    var left =
        Given.table("orders")
            .dead(501)
            .analyzed(Given.NOW.minusSeconds(120))
            .vacuumed(Given.NOW.minusSeconds(60));
    var hidden = Holders.session(Holders.hidden(42, "tableau"), false, 150);
    var inVain = Given.server().with(left.modifiedSinceAnalyze(500)).with(hidden);

    assertTrue(
        RuleBook.examine(inVain.evidence())
            .getFirst()
            .headline()
            .startsWith("A vacuum of public.orders left dead rows behind"));
    assertTrue(lookedAt(left, hidden).contains("let it commit, or ask who runs it"));
    // by its row of pg_stat_progress_create_index
    var building = Holders.running(Holders.hidden(42, "tableau"), Command.INDEX_BUILD);
    assertTrue(
        lookedAt(left, Holders.session(building, false, 150))
            .contains("let its index build finish"));
    var died = Given.server().with(left.modifiedSinceAnalyze(501)).with(hidden);
    assertEquals(
        List.of("What was shown lacks the sessions of other roles"),
        RuleBook.examine(died.evidence()).stream().map(Finding::headline).toList());
  }

  private static String lookedAt(TableGiven left, Session holder) {
    return Acts.of(
        RuleBook.examine(
                Given.server().with(left.modifiedSinceAnalyze(500)).with(holder).evidence())
            .getFirst());
  }

  private static String explained(long dead, Instant vacuumed) {
    return healthy(Given.server().with(Given.table("orders").dead(dead).vacuumed(vacuumed)))
        .orElseThrow()
        .explanation();
  }

  /// Information is nothing to do; advice is.
  @Test
  void standsBesideInformationAlone() {
    var forced = Given.server().worker("VACUUM public.orders (to prevent wraparound)");

    assertEquals(
        List.of("antiwraparound-normal", "healthy"),
        RuleBook.examine(forced.evidence()).stream().map(Finding::id).toList());
    assertTrue(
        healthy(Given.server().with(Given.table("a").with("autovacuum_enabled", "off"))).isEmpty());
  }

  @Test
  void isLessSureWhereSomethingCouldNotBeSeen() {
    var blind =
        healthy(Given.server().with(Given.table("orders")).gap("12 sessions of other users"))
            .orElseThrow();

    assertEquals(Confidence.MEDIUM, blind.confidence());
    assertEquals("Nothing needs changing, as far as can be seen here", blind.headline());
  }

  @Test
  void isSilentWhereNobodyKnowsWhetherAutovacuumIsOn() {
    assertEquals(Optional.empty(), healthy(Given.server().without(Setting.AUTOVACUUM)));
  }

  @Test
  void doesNotClaimOfAStandbyThatAutovacuumWorks() {
    var finding = healthy(Given.server().asStandby()).orElseThrow();

    assertEquals(Confidence.MEDIUM, finding.confidence());
    assertTrue(finding.explanation().startsWith("A standby vacuums nothing itself"));
  }

  @Test
  void saysWhatWouldMakeItSurer() {
    assertEquals(
        "Running the advisor on the primary.",
        healthy(Given.server().asStandby()).orElseThrow().surer());
    assertEquals(
        "Closing the blind spots listed below.",
        healthy(Given.server().with(Given.table("orders")).gap("12 sessions"))
            .orElseThrow()
            .surer());
    assertNull(healthy(Given.server().with(Given.table("orders"))).orElseThrow().surer());
  }

  private static Optional<Finding> healthy(Given given) {
    return RuleBook.examine(given.evidence()).stream()
        .filter(finding -> finding.id().equals("healthy"))
        .findFirst();
  }
}
