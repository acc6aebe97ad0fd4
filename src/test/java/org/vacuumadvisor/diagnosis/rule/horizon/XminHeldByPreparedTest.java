package org.vacuumadvisor.diagnosis.rule.horizon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.action.Harm;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.model.HorizonHolder.PreparedTransaction;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.unit.XidAge;

class XminHeldByPreparedTest {
  @Test
  void isSilentWhileTheTransactionManagerIsAtWork() {
    assertEquals(
        List.of(), examine(Given.server().with(Holders.prepared("a", Duration.ofSeconds(2), 5))));
  }

  @Test
  void speaksOfAForgottenTransaction() {
    var forgotten = Holders.prepared("order-17", Duration.ofHours(2), 5);

    var finding = examine(Given.server().with(forgotten)).getFirst();

    assertEquals(Severity.WARNING, finding.severity());
    assertEquals(
        "Prepared transaction order-17 was prepared 2 h ago and keeps dead rows from being"
            + " removed in database shop",
        finding.headline());
    assertEquals(List.of(new Remedy.FinishPrepared(forgotten)), finding.remedies());
  }

  @Test
  void toleratesLessThanHalfAMinute() {
    var within = Given.server().with(Holders.prepared("a", Duration.ofMillis(29_999), 5));
    var beyond = Given.server().with(Holders.prepared("a", Duration.ofSeconds(30), 5));

    assertEquals(List.of(), examine(within));
    assertEquals(Severity.ADVICE, examine(beyond).getFirst().severity());
  }

  /// A vacuum kept rows, and the manager may be about to commit: it is named, no more.
  @Test
  void onlyNamesABriefOne() {
    var kept =
        Given.table("orders")
            .dead(30_000)
            .modifiedSinceAnalyze(0)
            .vacuumed(Given.NOW.minusSeconds(1))
            .analyzed(Given.NOW.minusSeconds(9));
    var brief = Holders.prepared("a", Duration.ofMillis(2_500), 5);

    assertEquals(
        List.of(Severity.INFO),
        examine(Given.server().with(kept).with(brief)).stream().map(Finding::severity).toList());
  }

  /// A snapshot that was taken while it runs reaches as far back, be it of today or of last week.
  @Test
  void asksSinceWhenAHiddenSessionHasASnapshotAsOld() {
    var kept = Given.table("orders").dead(300).vacuumed(Given.NOW.minus(Duration.ofSeconds(20)));
    var given = Given.server().with(kept).with(Holders.prepared("a", Duration.ofMinutes(40), 900));
    var hidden = Holders.session(Holders.hidden(43, "app"), false, 900);

    var finding = examine(given.with(hidden)).getFirst();

    assertEquals(
        List.of(
            new Remedy.FinishPrepared(Holders.prepared("a", Duration.ofMinutes(40), 900)),
            new Remedy.EndSession(hidden, Harm.VACUUM_KEPT_ROWS)),
        finding.remedies());
    assertTrue(
        finding.evidence().stream()
            .anyMatch(each -> each.value().equals("session 43 (user app, web)")));
  }

  @Test
  void speaksWhereNobodySaysSinceWhen() {
    var undated =
        new PreparedTransaction(
            "a",
            "shop",
            Given.shop(),
            Reading.missing(Why.NOT_COLLECTED),
            Reading.of(700L),
            Reading.of(new XidAge(5)));

    var finding = examine(Given.server().with(undated)).getFirst();

    assertEquals(Severity.ADVICE, finding.severity());
    assertTrue(finding.headline().startsWith("Prepared transaction a keeps dead rows"));
  }

  /// Past `autovacuum_freeze_max_age`, 200 million by default, autovacuum is forced and cannot
  /// advance `relfrozenxid` past the transaction.
  @Test
  void isCriticalOncePastTheAgeOfForcedFreezing() {
    var at = Holders.prepared("a", Duration.ofDays(9), 200_000_000);
    var past = Holders.prepared("a", Duration.ofDays(9), 200_000_001);

    assertEquals(Severity.WARNING, examine(Given.server().with(at)).getFirst().severity());
    assertEquals(Severity.CRITICAL, examine(Given.server().with(past)).getFirst().severity());
  }

  /// Autovacuum is off there, and nobody vacuumed: that is why its rows are dead.
  @Test
  void isNotBlamedForATableThatNobodyVacuums() {
    var off = Given.table("t").dead(400_000).with("autovacuum_enabled", "off");
    var recent = Holders.prepared("a", Duration.ofMinutes(2), 5);

    assertEquals(
        Severity.ADVICE, examine(Given.server().with(off).with(recent)).getFirst().severity());
    assertEquals(
        Severity.WARNING,
        examine(Given.server().with(Given.table("t").dead(400_000)).with(recent))
            .getFirst()
            .severity());
  }

  private static List<Finding> examine(Given given) {
    return new XminHeldByPrepared()
        .examine(given.evidence())
        .flatMap(each -> each instanceof Finding finding ? Stream.of(finding) : Stream.empty())
        .toList();
  }
}
