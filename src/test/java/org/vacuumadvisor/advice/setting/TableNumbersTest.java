package org.vacuumadvisor.advice.setting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.postgres.Provider;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Share;

/// What is set for one table: where its rows are known from, and what it cannot leave to the
/// server.
class TableNumbersTest {
  private static final Goal.AsleepAtMost AWAKE =
      new Goal.AsleepAtMost(Share.ofPercent(50), Duration.ofMinutes(10), Share.ofPercent(80));

  /// Never vacuumed or analyzed, `pg_class` has -1: 900,000 living rows and 100,000 dead ones were
  /// counted, of which 50,000 are 0.05.
  @Test
  void countsTheRowsOfATableThatWasNeverAnalyzed() {
    var given = Given.server().with(Given.table("t").rowsUnknown().live(900_000).dead(100_000));
    var proposal =
        new ThresholdNumbers(given.evidence())
            .deadRows(
                given.survey().relations().getFirst(), new Goal.DeadRowsAtMost(50_000, "few"));

    assertEquals(Map.of("autovacuum_vacuum_scale_factor", "0.05"), parameters(proposal));
  }

  /// A fixed number above PostgreSQL's 50 would be added still.
  @ParameterizedTest
  @CsvSource({"50, {}", "51, {autovacuum_analyze_threshold=50}"})
  void setsAHighFixedNumberBackWithTheFactor(String now, String more) {
    var given = Given.server().with(table().with("autovacuum_analyze_threshold", now));
    var proposal =
        new ThresholdNumbers(given.evidence())
            .changedRows(
                given.survey().relations().getFirst(),
                new Goal.ChangedBetweenAnalyzes(Share.ofPercent(5)));
    var parameters = new TreeMap<>(parameters(proposal));

    assertEquals("0.05", parameters.remove("autovacuum_analyze_scale_factor"));
    assertEquals(more, parameters.toString());
  }

  /// Five times 200 for all tables alike, unless nobody may: a table's limit is its owner's to set.
  @Test
  void leavesTheLimitOfATableToTheServerWhereItMay() {
    assertEquals(
        new SettingChange.OfServer(Setting.AUTOVACUUM_VACUUM_COST_LIMIT, "1000"),
        awake(Given.server(), table()));
    assertEquals(
        Map.of("autovacuum_vacuum_cost_limit", "1000"),
        parameters(awake(Given.server().at(Provider.SUPABASE), table())));
    assertEquals(
        Map.of("autovacuum_vacuum_cost_limit", "1500"),
        parameters(awake(Given.server(), table().with("autovacuum_vacuum_cost_limit", "300"))));
  }

  private static SettingChange awake(Given given, TableGiven table) {
    var evidence = given.with(table).evidence();
    var relation = Optional.of(evidence.survey().relations().getFirst());
    List<Proposal> proposals = new CostNumbers(evidence).awake(relation, AWAKE);
    return proposals.getFirst().change();
  }

  private static TableGiven table() {
    return Given.table("t").rows(1_000_000);
  }

  private static SortedMap<String, String> parameters(Proposal proposal) {
    return parameters(proposal.change());
  }

  private static SortedMap<String, String> parameters(SettingChange change) {
    return assertInstanceOf(SettingChange.OfTable.class, change).parameters();
  }
}
