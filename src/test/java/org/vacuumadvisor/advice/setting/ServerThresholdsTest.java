package org.vacuumadvisor.advice.setting;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.postgres.Setting;

/// The server is to have a scale factor of 0.05: of a million rows 50,050 dead ones.
class ServerThresholdsTest {
  private static final Proposal OF_SERVER =
      new Proposal(
          new SettingChange.OfServer(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR, "0.05"),
          new Effect.NotPredicted("it depends"));

  /// A quarter above what was asked for is accepted: 40,050 and a quarter are 50,062.
  @ParameterizedTest
  @CsvSource({"0.04, true", "0.0399, false", "0.05, true", "0.1, true"})
  void servesATableThatAskedForAboutAsMuch(String wanted, boolean served) {
    assertEquals(served, isServed(table(), "autovacuum_vacuum_scale_factor", wanted, 10));
  }

  /// A table with a factor of its own has not the server's.
  @Test
  void servesNoTableWithAThresholdOfItsOwn() {
    var own = table().with("autovacuum_vacuum_scale_factor", "0.3");

    assertEquals(false, isServed(own, "autovacuum_vacuum_scale_factor", "0.05", 10));
  }

  @Test
  void servesWhatIsAboutTheSameThresholdAlone() {
    assertEquals(false, isServed(table(), "autovacuum_analyze_scale_factor", "0.05", 10));
    assertEquals(false, isServed(table(), "autovacuum_vacuum_cost_limit", "500", 10));
  }

  /// Nothing is written to it, so that it needs no other.
  @Test
  void servesATableAtRest() {
    assertEquals(true, isServed(table(), "autovacuum_vacuum_scale_factor", "0.001", 0));
    assertEquals(false, isServed(table(), "autovacuum_vacuum_scale_factor", "0.001", 10));
  }

  private static TableGiven table() {
    return Given.table("t").rows(1_000_000);
  }

  private static boolean isServed(TableGiven table, String parameter, String wanted, long updated) {
    var older = Given.server().taken(Duration.ofMinutes(1), 1).with(table());
    var evidence = Given.server().with(table.written(0, updated, 0)).after(older);
    var parameters = new TreeMap<String, String>();
    parameters.put(parameter, wanted);
    var change = new SettingChange.OfTable(evidence.survey().relations().getFirst(), parameters);

    return new ServerThresholds(evidence, List.of(OF_SERVER)).by(change).isPresent();
  }
}
