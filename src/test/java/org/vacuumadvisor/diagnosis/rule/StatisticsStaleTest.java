package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.unit.Share;

/// Of 1,000,000 rows 100,050 changes bring an analyze by default.
class StatisticsStaleTest {
  @Test
  void isSilentAboutTheDefault() {
    assertEquals(List.of(), examine(Given.server().with(table().modifiedSinceAnalyze(100_000))));
  }

  @Test
  void speaksOfAThresholdThatSomeoneRaised() {
    assertEquals(List.of(), examine(Given.server().with(raised().modifiedSinceAnalyze(100_050))));

    var finding = examine(Given.server().with(raised().modifiedSinceAnalyze(100_051))).getFirst();

    assertEquals(Severity.WARNING, finding.severity());
    assertEquals(
        "Autovacuum waits for 500,050 changed rows before it analyzes public.orders",
        finding.headline());
    assertEquals(
        new Goal.ChangedBetweenAnalyzes(Share.ofPercent(10)),
        ((Remedy.Tune) finding.remedies().getFirst()).goal());
  }

  /// A tenth of a billion rows, in single precision: 100,000,048.
  @Test
  void speaksOfATableSoLargeThatATenthIsMuch() {
    var huge = Given.table("orders").rows(1e9);

    assertEquals(List.of(), examine(Given.server().with(huge.modifiedSinceAnalyze(10_000_004))));
    var finding = examine(Given.server().with(huge.modifiedSinceAnalyze(10_000_005))).getFirst();
    assertEquals(Severity.ADVICE, finding.severity());
    assertTrue(finding.headline().contains("100,000,048"));
  }

  /// Past its threshold a table is due, and an analyze comes: unless none came in two naps.
  @Test
  void speaksOfATableThatIsPassedByOnlyWhenTwoNapsWentBy() {
    var due = table().modifiedSinceAnalyze(200_101);

    assertEquals(List.of(), examine(Given.server().with(due)));
    assertEquals(List.of(), window(due, Duration.ofMinutes(2)));
    assertEquals(Severity.WARNING, window(due, Duration.ofSeconds(121)).getFirst().severity());
  }

  @Test
  void cannotTellWithoutChangesOrRows() {
    assertEquals(
        List.of("rows changed since the last analyze"),
        Verdicts.lacks(
            new StatisticsStale(),
            Given.server().with(raised().modifiedSinceAnalyze(200_000).notCounted())));
    assertEquals(
        List.of("rows"),
        Verdicts.lacks(
            new StatisticsStale(),
            Given.server()
                .with(
                    raised()
                        .modifiedSinceAnalyze(200_000)
                        .without(TableKeys.RELTUPLES, TableKeys.N_LIVE_TUP))));
  }

  /// Never vacuumed or analyzed, it is due from 51 changes on.
  @Test
  void isSilentWhereTheCatalogDoesNotKnowTheRows() {
    assertEquals(
        List.of(),
        examine(Given.server().with(raised().modifiedSinceAnalyze(200_000).rowsUnknown())));
  }

  private static List<Finding> window(TableGiven table, Duration length) {
    var older = Given.server().taken(length, 5_000_000).with(table);
    return Verdicts.findings(new StatisticsStale(), Given.server().with(table).after(older));
  }

  private static TableGiven table() {
    return Given.table("orders").rows(1_000_000);
  }

  private static TableGiven raised() {
    return table().with("autovacuum_analyze_scale_factor", "0.5");
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new StatisticsStale(), given);
  }
}
