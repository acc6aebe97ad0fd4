package org.vacuumadvisor.lab.freeze;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.freeze.Appointment;
import org.vacuumadvisor.freeze.Appointment.Step;
import org.vacuumadvisor.freeze.Appointment.Step.Reason;
import org.vacuumadvisor.freeze.FreezeOptions;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.freeze.Sources;
import org.vacuumadvisor.freeze.TableOutlook;
import org.vacuumadvisor.freeze.Windows;
import org.vacuumadvisor.freeze.Windows.Window;
import org.vacuumadvisor.lab.server.Releases;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.unit.Pages;

/// Runs a plan's command when its window comes, and looks what it froze.
class RealVacuumdbTest {
  private static final Duration TEN_DAYS = Duration.ofDays(10);
  private static final long BURNT_IN_TEN_DAYS = 10_000;
  private static final long FRESH = 1_000;

  @BeforeAll
  static void needsVacuumdb() throws IOException, InterruptedException {
    VacuumdbRun.isNeeded();
  }

  static List<Release> releases() {
    return Releases.underTest();
  }

  @ParameterizedTest
  @MethodSource("releases")
  void touchesExactlyWhatThePlanSays(Release release) throws Exception {
    try (var bench = FreezeBench.quiet(release, "shop")) {
      var older = aged(bench);
      bench.burn(BURNT_IN_TEN_DAYS);
      var now = bench.survey();
      var plan = plan(now, FreezeBench.earlier(older, TEN_DAYS.minus(passed(older, now))));
      var reasons = EnumSet.noneOf(Reason.class);
      long burnt = 0;
      for (var appointment : plan.calendar().stream().limit(2).toList()) {
        long due = burntUntil(appointment, plan);
        bench.burn(due - burnt);
        burnt = due;
        for (var step : appointment.steps()) {
          reasons.add(step.reason());
          run(step, bench, now);
        }
      }

      assertEquals(EnumSet.of(Reason.OLD, Reason.LOWER_LIMIT), reasons);
      var days = Duration.between(now.takenAt(), plan.calendar().get(1).slot().start());
      assertNothingIsForced(plan(bench.survey(), FreezeBench.earlier(now, days)));
    }
  }

  private static long burntUntil(Appointment appointment, FreezePlan plan) {
    return plan.rates()
        .transactions()
        .orElseThrow()
        .between(plan.survey().takenAt(), appointment.slot().start())
        .count();
  }

  private static void run(Step step, FreezeBench bench, Survey now) throws Exception {
    var before = bench.ages();
    var run = VacuumdbRun.of(bench.server(), step.command().line());

    assertEquals(predicted(step), new TreeSet<>(run.tables()), step.command().line());
    assertEquals(sizes(step.touches()), sizes(run.tables(), now));
    assertFrozen(before, bench.ages(), Set.copyOf(run.tables()));
  }

  /// Old tables and young ones, one whose TOAST table alone is old, names to be quoted, and one
  /// with a limit of its own.
  private static Survey aged(FreezeBench bench) throws Exception {
    bench.server().execute("ALTER SYSTEM SET autovacuum_freeze_max_age = 200000");
    bench.server().restart();
    bench.run(
        "CREATE TABLE old_small (id int)",
        "CREATE TABLE old_large AS SELECT i AS id FROM generate_series(1, 50000) i",
        "CREATE TABLE \"Old; 'one' 50%\" AS SELECT i AS id FROM generate_series(1, 20000) i",
        "CREATE MATERIALIZED VIEW old_view AS SELECT id FROM old_large",
        "CREATE UNLOGGED TABLE old_unlogged AS SELECT i AS id FROM generate_series(1, 5000) i",
        "CREATE TABLE old_parent (id int) PARTITION BY RANGE (id)",
        "CREATE TABLE old_part PARTITION OF old_parent FOR VALUES FROM (1) TO (100)",
        "CREATE TABLE old_toast (id int, v text)",
        "CREATE VIEW no_table AS SELECT 1");
    bench.burn(90_000);
    bench.run(
        "CREATE TABLE young AS SELECT i AS id FROM generate_series(1, 30000) i",
        "CREATE TABLE lower (id int) WITH (autovacuum_freeze_max_age = 100000)");
    bench.burn(85_000);
    return bench.survey();
  }

  private static Duration passed(Survey older, Survey now) {
    return Duration.between(older.takenAt(), now.takenAt());
  }

  /// Every day, in half a day from now: far from the ages at which a table changes its window.
  private static FreezePlan plan(Survey now, Survey older) {
    var start = now.takenAt().plus(Duration.ofHours(12)).atZone(ZoneOffset.UTC).toLocalTime();
    var window = Window.nightly(start, start.plusHours(2));
    return FreezePlan.of(
        new Sources(now, List.of(older), Optional.empty()),
        FreezeOptions.usual(now).with(Windows.of(List.of(window), ZoneOffset.UTC)));
  }

  private static Set<String> predicted(Step step) {
    return step.touches().stream()
        .map(RealVacuumdbTest::nameOf)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String nameOf(TableOutlook table) {
    return table.table().name().sql();
  }

  private static List<Long> sizes(List<TableOutlook> tables) {
    return tables.stream().map(each -> pages(each.table())).toList();
  }

  private static List<Long> sizes(List<String> tables, Survey survey) {
    var pages =
        survey.relations().stream()
            .collect(
                Collectors.toMap(each -> each.name().sql(), RealVacuumdbTest::pages, (a, _) -> a));
    return tables.stream().map(pages::get).toList();
  }

  private static long pages(Relation relation) {
    return relation.get(TableKeys.RELPAGES).or(Pages.NONE).count();
  }

  /// By the server's own words, for what was run and for nothing else.
  private static void assertFrozen(
      Map<String, Long> before, Map<String, Long> after, Set<String> run) {
    var frozen = new HashSet<String>();
    after.forEach((name, age) -> {
      if (age < before.getOrDefault(name, 0L)) {
        frozen.add(name);
        assertTrue(age < FRESH, () -> name + " is " + age);
      }
    });
    assertEquals(new TreeSet<>(run), new TreeSet<>(frozen));
  }

  private static void assertNothingIsForced(FreezePlan after) {
    assertEquals(
        List.of(),
        after.tables().stream()
            .filter(TableOutlook::isForced)
            .map(RealVacuumdbTest::nameOf)
            .toList());
    assertTrue(after.firstForced().orElseThrow().isAfter(after.survey().takenAt().plus(TEN_DAYS)));
  }
}
