package org.vacuumadvisor.diagnosis.rule.threshold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.rule.Logs;
import org.vacuumadvisor.diagnosis.rule.RunText;

/// What PostgreSQL's default thresholds make of it: who has 20 % dead rows had 10 % changed ones.
final class NeverAnalyzedTest {
  private static final String ID = "statistics-stale";

  @Test
  void speaksOfATableThatIsVacuumedAndNeverAnalyzed() {
    assertEquals(
        "Autovacuum vacuumed public.queue 10 times and never analyzed it",
        Logs.finding(ID, vacuums("queue", 10, 1_000) + others(3, 0.5)).headline());
  }

  @Test
  void isSilentAboutATableThatWasAnalyzed() {
    assertSilent(vacuums("queue", 10, 1_000) + analyze("queue", 0.5) + others(3, 0.5));
  }

  @Test
  void isSilentWhereAnalyzesMayNotBeLogged() {
    assertSilent(vacuums("queue", 10, 1_000) + others(2, 0.5));
    assertSilent(vacuums("queue", 10, 1_000) + others(3, 1.01));
  }

  @Test
  void isSilentAboutFewVacuumsOrFewRows() {
    assertSilent(vacuums("queue", 9, 1_000) + others(3, 0.5));
    assertSilent(vacuums("queue", 10, 999) + others(3, 0.5));
  }

  /// No TOAST table is ever analyzed.
  @Test
  void isSilentAboutToastTables() {
    var log = vacuums("queue", 10, 1_000).replace("public.queue", "pg_toast.pg_toast_16384");

    assertSilent(log + others(3, 0.5));
  }

  private static void assertSilent(String log) {
    assertFalse(Logs.ids(log).contains(ID), log);
  }

  private static String vacuums(String table, int times, long removed) {
    return Stream.iterate(1, each -> each + 1)
        .limit(times)
        .map(each ->
            RunText.vacuum("shop.public." + table)
                .at(Duration.ofMinutes(7L * each))
                .took(1)
                .rows(removed, 5_000)
                .toString())
        .collect(Collectors.joining());
  }

  private static String others(int count, double seconds) {
    return Stream.iterate(1, each -> each + 1)
        .limit(count)
        .map(each -> vacuums("t" + each, 1, 60) + analyze("t" + each, seconds))
        .collect(Collectors.joining());
  }

  private static String analyze(String table, double seconds) {
    return "2026-11-20 03:00:00.000 UTC [4711] LOG:  automatic analyze of table \"shop.public.%s\" system usage: CPU: user: 0.00 s, system: 0.00 s, elapsed: %.2f s\n"
        .formatted(table, seconds);
  }
}
