package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.vacuumadvisor.diagnosis.rule.RunText.vacuum;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.workload.Confidence;

class KeptRowsInLogsTest {
  private static final String ORDERS = "shop.public.orders";
  private static final String ID = "xmin-held";

  @Test
  void isSilentAboutRowsThatDiedWhileTheVacuumRan() {
    var log = vacuum(ORDERS).rows(50_000, 13_000).kept(3_000, "900", 12);

    assertFalse(Logs.ids(log.toString()).contains(ID));
  }

  @Test
  void isSilentAboutFewerRowsThanAutovacuumTolerates() {
    assertFalse(Logs.ids(twice(2_050, "900", "900", 12)).contains(ID));
    assertTrue(Logs.ids(twice(2_051, "900", "900", 12)).contains(ID));
  }

  @Test
  void speaksOfVacuumsThatEndAtOneHorizon() {
    var finding = Logs.finding(ID, twice(20_000, "900", "900", 12));

    assertEquals(Severity.WARNING, finding.severity());
    assertEquals(Confidence.HIGH, finding.confidence());
    assertEquals(
        "Vacuum cannot remove 20,000 dead rows of public.orders: an old xmin blocks cleanup",
        finding.headline());
    assertTrue(
        finding.evidence().stream().anyMatch(fact -> fact.source().startsWith("postgresql.log:")));
  }

  @Test
  void namesNoHolderAndAsksForTheRightQuery() {
    var finding = Logs.finding(ID, twice(20_000, "900", "900", 12));

    assertEquals(
        List.of(new Remedy.FindHolder(Optional.of("shop"), Optional.empty(), Optional.of(900L))),
        finding.remedies());
  }

  /// Rows are kept each time, but others than before: queries come and go.
  @Test
  void isSilentWhereTheHorizonMovesOnAndMostIsRemoved() {
    var log =
        vacuum(ORDERS).rows(30_000, 30_000).kept(20_000, "900", 12).toString()
            + vacuum(ORDERS).at(Duration.ofMinutes(5)).rows(30_000, 30_000).kept(20_000, "950", 12);

    assertFalse(Logs.ids(log).contains(ID));
  }

  @Test
  void isCriticalWhereFreezingStandsStillAsWell() {
    assertEquals(
        Severity.CRITICAL, Logs.finding(ID, twice(20_000, "900", "900", 200_000_000)).severity());
    assertEquals(
        Severity.WARNING, Logs.finding(ID, twice(20_000, "900", "900", 199_999_999)).severity());
  }

  @Test
  void saysSoOnceForAllTablesOfADatabase() {
    var log =
        twice(20_000, "900", "900", 12)
            + twice(20_000, "900", "900", 12).replace("orders", "lines")
            + twice(20_000, "901", "901", 12).replace("shop", "crm");
    var found = Logs.findings(log).stream().filter(each -> each.id().equals(ID)).toList();

    assertEquals(2, found.size());
    assertTrue(
        found.stream().anyMatch(each -> each.subject().equals(new Subject.OfDatabase("shop"))));
  }

  /// A faster vacuum removes no more rows while these stay.
  @Test
  void speedIsNotRecommendedMeanwhile() {
    var slow = vacuum("shop.public.events").took(3_600).slept(3_000_000).toString();

    assertEquals(List.of("autovacuum_vacuum_cost_limit"), tuned(slow));
    assertEquals(List.of(), tuned(twice(20_000, "900", "900", 12) + slow));
    assertTrue(
        assess(twice(20_000, "900", "900", 12) + slow).notRecommended().stream()
            .anyMatch(each ->
                each.what().startsWith("autovacuum_vacuum_cost_limit = ")
                    && each.why().contains(ID)));
  }

  /// The settings of the server that are recommended.
  private static List<String> tuned(String log) {
    return assess(log).recommendations().stream()
        .flatMap(each ->
            each.remedy() instanceof Remedy.Tune(_, var setting, _)
                ? Stream.of(setting.parameter())
                : Stream.empty())
        .toList();
  }

  /// With the settings of the server: a log alone shows none to change.
  private static Assessment assess(String log) {
    return Advisor.reassess(Given.server().evidence(), Logs.history(log));
  }

  @Test
  void isLessSureOfASingleRun() {
    var log = vacuum(ORDERS).rows(0, 30_000).kept(20_000, "900", 12);

    assertEquals(Confidence.MEDIUM, Logs.finding(ID, log.toString()).confidence());
  }

  /// 9.6 prints no horizon, and a paste no time.
  @Test
  void speaksWithoutHorizonAndTime() {
    var log =
        """
        INFO:  vacuuming "public.orders"
        INFO:  "orders": found 0 removable, 120000 nonremovable row versions in 900 out of 900 pages
        DETAIL:  100000 dead row versions cannot be removed yet.
        There were 0 unused item pointers.
        Skipped 0 pages due to buffer pins.
        0 pages are entirely empty.
        CPU 0.00s/0.01u sec elapsed 0.01 sec.
        VACUUM
        """;
    var finding = Logs.findings(log).getFirst();

    assertEquals(ID, finding.id());
    assertEquals(List.of(ID), Logs.troubles(log));
  }

  private static String twice(long kept, String first, String second, long age) {
    return vacuum(ORDERS).rows(0, 10_000 + kept).kept(kept, first, age).toString()
        + vacuum(ORDERS)
            .at(Duration.ofMinutes(5))
            .rows(0, 10_000 + kept)
            .kept(kept, second, age + 1)
            .toString();
  }
}
