package org.vacuumadvisor.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.setting.SettingChange;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;

/// Numbers that fit together: what many tables want is set for the server, what few want for them.
class OneSetTest {
  private static final Duration WINDOW = Duration.ofMinutes(10);
  private static final long UPDATES = 6_000;

  /// The server waits for 8 of 10 rows to be dead, in forty tables.
  @Tag("slow")
  @Test
  void setsForTheServerWhatManyTablesWant() {
    var assessment =
        assess(
            "0.8", updates -> tables(40, n -> table("t" + n).dead(30_000).written(0, updates, 0)));

    assertEquals(
        List.of(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR),
        Tuned.server(assessment).map(Tuned.OfServer::setting).toList());
    assertEquals(List.of(), Tuned.tables(assessment).toList());
    var only =
        assessment.recommendations().stream()
            .filter(each -> each.change().orElseThrow() instanceof SettingChange.OfServer)
            .findFirst()
            .orElseThrow();
    assertTrue(only.why().endsWith(", and 39 other findings like it"), only::why);
  }

  /// Ten others are as full of dead rows, and nothing happened in them while we looked.
  @Tag("slow")
  @Test
  void leavesTablesToTheServersSettingThatHadNothingToDo() {
    var assessment =
        assess(
            "0.8",
            updates ->
                tables(
                    40,
                    n -> table("t" + n).dead(30_000).written(0, n < 30 ? updates : UPDATES, 0)));

    assertEquals(1, Tuned.server(assessment).count());
    assertEquals(List.of(), Tuned.tables(assessment).toList());
  }

  /// Two of fifty have a threshold of their own.
  @Test
  void setsForTablesWhatFewOfThemWant() {
    var assessment =
        assess(
            "0.2",
            updates ->
                tables(
                    50,
                    n ->
                        n < 2
                            ? table("t" + n)
                                .dead(30_000)
                                .with("autovacuum_vacuum_scale_factor", "0.8")
                                .written(0, updates, 0)
                            : table("t" + n).written(0, updates, 0)));

    assertEquals(List.of(), Tuned.server(assessment).toList());
    assertEquals(
        List.of("t0", "t1"),
        Tuned.tables(assessment).map(each -> each.relation().name().name()).sorted().toList());
  }

  /// A threshold of 50 + 0.1 × 100,000 rows is what the rule asks for; 0.2 would be twice that.
  @Test
  void simulatesTheAnalyzesThatATableNeeds() {
    var tune =
        only(
            assess(
                "0.2",
                updates ->
                    tables(
                        1,
                        _ ->
                            table("t")
                                .with("autovacuum_analyze_scale_factor", "0.8")
                                .modifiedSinceAnalyze(30_000)
                                .written(0, updates, 0))));

    assertEquals("0.1", tune.parameters().get("autovacuum_analyze_scale_factor"));
    var effect = assertInstanceOf(Effect.Simulated.class, tune.effect());
    assertTrue(effect.after().likely() <= 1.25 * 10_050, effect::toString);
    assertTrue(effect.today().likely() >= 80_050, effect::toString);
  }

  /// Rows of 996 bytes: at 100 a page takes 8 and no version more. Updates that are neither HOT nor
  /// went to another page change an indexed column, and stay what they are.
  @Test
  void simulatesTheRoomThatUpdatesNeed() {
    var tune =
        only(
            assess(
                "0.2",
                updates ->
                    tables(
                        1,
                        _ ->
                            table("t")
                                .pages(12_500)
                                .indexed()
                                .updated(40 * updates, 18 * updates, 20 * updates))));

    var effect = assertInstanceOf(Effect.Simulated.class, tune.effect());
    assertEquals(Set.of("fillfactor"), tune.parameters().keySet());
    assertEquals(0.5, effect.today().likely(), 0.01);
    assertTrue(effect.after().likely() <= 0.1, effect::toString);
    assertTrue(effect.price().startsWith("the table takes "), effect::price);
  }

  private static TableGiven table(String name) {
    return Given.table(name).rows(100_000).pages(2_000).live(100_000).autovacuums(1);
  }

  private static List<TableGiven> tables(int count, IntFunction<TableGiven> table) {
    return IntStream.range(0, count).mapToObj(table).toList();
  }

  /// Between a survey without an update and one with many, half a million IDs apart.
  private static Assessment assess(String scaleFactor, LongFunction<List<TableGiven>> tables) {
    return Advisor.assess(
        survey(scaleFactor, tables.apply(UPDATES)).taken(WINDOW, 1_000_000).survey(),
        survey(scaleFactor, tables.apply(2 * UPDATES)).taken(Duration.ZERO, 1_600_000).survey());
  }

  private static Given survey(String scaleFactor, List<TableGiven> tables) {
    var server =
        Given.server(Release.V18).with(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR, scaleFactor);
    tables.forEach(server::with);
    return server;
  }

  private static Tuned.OfTable only(Assessment assessment) {
    var all = Tuned.tables(assessment).toList();
    assertEquals(1, all.size(), all::toString);
    return all.getFirst();
  }
}
