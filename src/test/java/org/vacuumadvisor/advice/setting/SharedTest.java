package org.vacuumadvisor.advice.setting;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.postgres.Setting;

/// The server is to have a scale factor of 0.05: of a million rows 50,050 dead ones.
class SharedTest {
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

  /// More than five tables, or more than half of those that change, and more than one.
  @ParameterizedTest
  @CsvSource({
    "6, 20, 0, true",
    "5, 20, 0, false",
    "2, 3, 0, true",
    "2, 4, 0, false",
    "3, 5, 50, true",
    "1, 1, 0, false"
  })
  void isAboutWhatManyWant(int wanting, int busy, int idle, boolean isShared) {
    for (var each :
        Map.of(
                "autovacuum_vacuum_scale_factor", "autovacuum_vacuum_scale_factor = 0.05",
                "autovacuum_analyze_scale_factor", "autovacuum_analyze_scale_factor = 0.05")
            .entrySet()) {
      assertEquals(
          isShared ? List.of(each.getValue()) : List.of(),
          shared(busy, idle, each.getKey(), Collections.nCopies(wanting, "0.05")));
    }
  }

  /// 50,000 rows of a million.
  @Test
  void takesANumberOfInsertedRowsAsItsPart() {
    assertEquals(
        List.of("autovacuum_vacuum_insert_scale_factor = 0.05"),
        shared(6, 0, "autovacuum_vacuum_insert_threshold", Collections.nCopies(6, "50000")));
  }

  /// Of 0.01, 0.01, 0.05, 0.1 and two of 0.2 the middle is 0.1: the first three need their own.
  @Test
  void servesTheMiddle() {
    assertEquals(
        List.of("autovacuum_vacuum_scale_factor = 0.1"),
        shared(
            6,
            0,
            "autovacuum_vacuum_scale_factor",
            List.of("0.2", "0.01", "0.05", "0.1", "0.01", "0.2")));
  }

  /// It is 0.2, and a longer one was asked for.
  @Test
  void raisesNothing() {
    assertEquals(
        List.of(), shared(6, 0, "autovacuum_vacuum_scale_factor", Collections.nCopies(6, "0.5")));
  }

  private static List<String> shared(int busy, int idle, String parameter, List<String> wanted) {
    var older = Given.server().taken(Duration.ofMinutes(1), 1);
    var newer = Given.server();
    for (int n = 0; n < busy + idle; n++) {
      var each = Given.table("t" + n).rows(1_000_000);
      older.with(each);
      newer.with(each.written(0, n < busy ? 10 : 0, 0));
    }
    var evidence = newer.after(older);
    var changes =
        IntStream.range(0, wanted.size())
            .<SettingChange>mapToObj(n ->
                new SettingChange.OfTable(
                    evidence.survey().relations().get(n),
                    new TreeMap<>(Map.of(parameter, wanted.get(n)))))
            .toList();
    return Shared.of(evidence, changes.stream().map(SharedTest::proposal).toList(), _ -> true)
        .ofServer()
        .stream()
        .map(each -> (SettingChange.OfServer) each.change())
        .map(each -> each.setting().parameter() + " = " + each.value())
        .toList();
  }

  /// A base of a million rows, which somebody raised, is put back; 300,050 rows are past what the
  /// default is then. A factor that the table has of its own stays.
  @ParameterizedTest
  @CsvSource({"300050, , true", "200050, , false", "300050, 0.5, false"})
  void leavesATableToTheThresholdThatIsPutBack(long dead, String own, boolean healed) {
    var restored = proposal(new SettingChange.OfServer(Setting.AUTOVACUUM_VACUUM_THRESHOLD, "50"));
    var table = own == null ? table() : table().with("autovacuum_vacuum_scale_factor", own);
    var evidence =
        Given.server()
            .with(Setting.AUTOVACUUM_VACUUM_THRESHOLD, "1000000")
            .with(table.dead(dead))
            .evidence();
    var wanted =
        new SettingChange.OfTable(
            evidence.survey().relations().getFirst(),
            new TreeMap<>(Map.of("autovacuum_vacuum_scale_factor", "0.05")));

    var by = Shared.of(evidence, List.of(proposal(wanted), restored), _ -> true).by(wanted);

    assertEquals(healed, by.filter(restored::equals).isPresent());
  }

  private static Proposal proposal(SettingChange change) {
    return new Proposal(change, new Effect.NotPredicted("it depends"));
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

    return new Shared(evidence, List.of(OF_SERVER), List.of()).by(change).isPresent();
  }
}
