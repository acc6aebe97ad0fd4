package org.vacuumadvisor.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Plan.Action;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.diagnosis.rule.Logs;
import org.vacuumadvisor.diagnosis.rule.Runs;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.Command;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.paste.Paste;

/// The order in which PostgreSQL lets things help: nothing is removed before its holder is gone, no
/// setting of a file works before the file is read, no restart is wanted twice.
class PlanTest {
  private static final Given SICK =
      Given.server()
          .with(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR, "0")
          .with(Setting.AUTOVACUUM_MAX_WORKERS, "3")
          .with(Given.table("kept").dead(90_000))
          .with(Given.table("off").dead(90_000).with("autovacuum_enabled", "false"))
          .with(Holders.writer("idle in transaction", Duration.ofHours(3), 5_000_000));

  @Test
  void letsCleanupGoBeforeAnythingElse() {
    var plan = plan(SICK);

    assertEquals(Plan.Stage.RELEASE, Plan.Stage.of(followed(plan.steps().getFirst()).getFirst()));
    assertTrue(
        plan.steps().stream()
            .filter(each -> each.action() instanceof Action.Autovacuum)
            .allMatch(each -> each.after().contains(1)),
        plan::toString);
  }

  /// The one GRANT shows who else may have to go: it stands before what is asked of others.
  @Test
  void asksForTheRightToSeeFirst() {
    var steps =
        plan(Given.server()
                .with(Given.table("kept").dead(90_000))
                .with(Holders.prepared("batch-9", Duration.ofHours(3), 5_000_000))
                .with(Holders.session(Holders.hidden(7, "app"), true, 4_000_000)))
            .steps();

    assertTrue(
        followed(steps.getFirst()).getFirst().sql().orElse("").startsWith("GRANT "),
        steps::toString);
    // to show who keeps the rows lets nobody remove them
    assertTrue(
        steps.stream().noneMatch(each -> each.action() instanceof Action.Autovacuum),
        steps::toString);
  }

  /// A restart comes after whoever may be in the way is seen.
  @Test
  void asksForTheRightToSeeBeforeARestart() {
    var steps =
        plan(Given.server()
                .with(
                    Given.table("kept")
                        .dead(90_000)
                        .modifiedSinceAnalyze(0)
                        .vacuumed(Given.NOW.minusSeconds(20))
                        .analyzed(Given.NOW.minusSeconds(30)))
                .with(Setting.AUTOVACUUM_MULTIXACT_FREEZE_MAX_AGE, "10000")
                .with(Holders.session(Holders.hidden(7, "app"), true, 5)))
            .steps();

    assertTrue(
        followed(steps.getFirst()).getFirst().sql().orElse("").startsWith("GRANT "),
        steps::toString);
    // to show who keeps the rows lets nobody remove them
    assertTrue(
        steps.stream().noneMatch(each -> each.action() instanceof Action.Autovacuum),
        steps::toString);
  }

  /// Whoever is left alone may wait for what is to be done.
  @Test
  void letsFinishAfterWhatIsToBeDone() {
    var hour = Duration.ofHours(1);
    var build = Holders.client(7, "maint", "active", hour.dividedBy(2), hour.dividedBy(2));
    var steps =
        plan(Given.server()
                .with(Given.table("kept").dead(90_000).vacuumed(Given.NOW))
                .with(Holders.session(build, false, 5_000_000))
                .with(Holders.prepared("batch-9", hour, 4_000_000)))
            .steps();

    assertEquals(
        List.of(false, true),
        steps.stream().limit(2).map(each -> followed(each).getFirst().isWait()).toList(),
        steps::toString);
  }

  /// Who keeps another database's rows alone is in nobody's way here, however long it does.
  @Test
  void asksFirstWhoKeepsRowsThatAreShown() {
    var minute = Duration.ofMinutes(1);
    var here = Holders.client(7, "checkout-api", "idle in transaction", minute, minute);
    var elsewhere = Holders.prepared("xa-7f3a-0041", minute.multipliedBy(2), 4_000);
    var steps =
        plan(Given.server()
                .with(Given.table("kept").dead(90_000).vacuumed(Given.NOW))
                .with(Holders.session(here, true, 3_000))
                .with(
                    new HorizonHolder.PreparedTransaction(
                        elsewhere.gid(),
                        elsewhere.owner(),
                        new HorizonHolder.Reach.OneDatabase("erp"),
                        elsewhere.since(),
                        elsewhere.xid(),
                        elsewhere.age())))
            .steps();

    assertEquals(
        List.of("session", "prepared transaction"),
        steps.stream()
            .limit(2)
            .map(each -> followed(each).getFirst().holder().orElseThrow().noun())
            .toList(),
        steps::toString);
  }

  /// What waits for a step stands behind it, and every step is numbered by its place.
  @Test
  void waitsOnlyForWhatComesBefore() {
    var steps = plan(SICK).steps();

    for (int at = 0; at < steps.size(); at++) {
      int number = at + 1;
      assertEquals(number, steps.get(at).number());
      assertTrue(steps.get(at).after().stream().allMatch(each -> each < number));
    }
  }

  /// Nobody shows the release, nor what they hold: two sessions in the way of one are both ended,
  /// for the locks that they hold are in sight.
  @Test
  void endsEverySessionThatIsInTheWay() throws SourceException {
    var text =
        """
         now                    | pid | usename | state               | xact_start             | state_change           | wait_event_type | pg_blocking_pids | query
        ------------------------+-----+---------+---------------------+------------------------+------------------------+-----------------+------------------+---------------------
         2026-11-27 20:00:00+00 | 100 | bob     | idle in transaction | 2026-11-27 17:00:00+00 | 2026-11-27 17:01:00+00 | Client          | {}               | SELECT 1
         2026-11-27 20:00:00+00 | 150 | ann     | idle in transaction | 2026-11-27 17:00:00+00 | 2026-11-27 17:01:00+00 | Client          | {}               | SELECT 1
         2026-11-27 20:00:00+00 | 200 | eve     | active              | 2026-11-27 19:00:00+00 | 2026-11-27 19:00:00+00 | Lock            | {100,150}        | LOCK TABLE jobs
        """;

    var assessment = Advisor.assess(List.of(new Paste.Text("session.txt", text)));

    assertEquals(
        List.of("End session 100", "End session 150"),
        assessment.recommendations().stream().map(Recommendation::title).toList());
    assertTrue(assessment.problems().stream().noneMatch(each -> each.recommendations().isEmpty()));
  }

  /// A value that is wrong whatever is measured is mended in the same turn, after the holder went.
  @Test
  void mendsASettingAfterTheHolderIsGone() {
    var steps = plan(SICK).steps();
    var factor =
        steps.stream()
            .filter(each ->
                followed(each).stream()
                    .flatMap(it -> it.sql().stream())
                    .anyMatch(
                        Set.of("ALTER SYSTEM SET autovacuum_vacuum_scale_factor = '0.2';")
                            ::contains))
            .findFirst()
            .orElseThrow();

    assertEquals(List.of(1), factor.after());
    assertEquals(1, steps.stream().filter(each -> each.action() instanceof Action.Reload).count());
    assertTrue(
        steps.stream()
            .filter(each -> each.action() instanceof Action.Reload)
            .allMatch(each -> each.after().contains(factor.number())));
  }

  /// What is written already is not to be written again.
  @Test
  void loadsWhatIsWritten() {
    var written =
        Given.server()
            .written(Setting.AUTOVACUUM_VACUUM_COST_DELAY, "2", "100")
            .with(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR, "0.9");
    var steps = plan(written).steps();

    assertEquals(
        List.of(
            "ALTER SYSTEM SET autovacuum_vacuum_scale_factor = '0.2';",
            "SELECT pg_catalog.pg_reload_conf();"),
        steps.stream()
            .flatMap(each -> followed(each).stream())
            .flatMap(each -> each.sql().stream())
            .toList());
    assertEquals(List.of(1), steps.getLast().after());
  }

  @Test
  void tellsWhatComesByItselfOnceATableIsSwitchedOn() {
    var plan =
        plan(
            Given.server()
                .with(Given.table("off").dead(90_000).with("autovacuum_enabled", "false")));

    var comes =
        plan.steps().stream()
            .filter(each -> each.action() instanceof Action.Autovacuum)
            .findFirst()
            .orElseThrow();
    assertEquals(90_000, ((Action.Autovacuum) comes.action()).rows());
    assertEquals(List.of(1), comes.after());
    assertFalse(plan.hasOrder());
  }

  /// No problem stays without a step or the reason why there is none.
  @Test
  void answersEveryProblem() {
    var assessment = Advisor.assess(SICK.survey());
    var plan = assessment.plan();

    for (var problem : assessment.problems()) {
      assertTrue(
          !plan.stepsFor(problem.findings()).isEmpty()
              || plan.withheldFrom(problem).findAny().isPresent(),
          problem::headline);
    }
  }

  @Test
  void saysNoStatementTwice() {
    var statements =
        plan(SICK).steps().stream()
            .flatMap(each -> followed(each).stream())
            .flatMap(each -> each.sql().stream())
            .toList();

    assertEquals(Set.copyOf(statements).size(), statements.size());
  }

  @Test
  void asksAPersonForTheSameOfAllTablesAtOnce() throws SourceException {
    var log = new StringBuilder();
    for (int each = 0; each < 9; each++) {
      log.append(
          """
          2026-11-20 02:0%1$d:00.000 UTC [90] ERROR:  canceling autovacuum task
          2026-11-20 02:0%1$d:00.000 UTC [90] CONTEXT:  automatic vacuum of table "shop.public.t%2$d"
          """
              .formatted(each, each % 3));
    }

    var text = new Paste.Text("server.log", log.toString());
    var steps = Advisor.assess(List.of(text)).plan().steps();

    assertEquals(List.of(3, 3), steps.stream().map(each -> followed(each).size()).toList());
  }

  /// Whoever decides about a prepared transaction may take hours; the readers behind DDL need not.
  @Test
  void opensAQueueBeforeAnybodyIsAsked() {
    var minutes = Duration.ofMinutes(2);
    var steps =
        plan(Given.server()
                .with(Given.table("orders"))
                .with(Runs.waits(7, 0, 0))
                .with(Holders.prepared("xa", minutes, 5))
                .with(Holders.running(waiting(7, minutes, 0), Command.ALTER))
                .with(waiting(8, minutes, 7)))
            .steps();

    assertInstanceOf(
        Remedy.CancelWaiter.class, followed(steps.getFirst()).getFirst().remedy(), steps::toString);
  }

  private static Backend waiting(int pid, Duration since, int blocker) {
    return Holders.waiting(Holders.client(pid, "web", "active", since, since), blocker);
  }

  /// No vacuum gets past the page, so it is of no use to vacuum the database before.
  @Test
  void whatNoVacuumGetsPastComesBeforeTheVacuum() {
    var log =
        """
        2026-03-01 10:00:00 UTC [77] WARNING:  database "shop" must be vacuumed within 9009986 transactions
        2026-03-01 10:00:02 UTC [78] ERROR:  uncommitted xmin 1192383 from before xid cutoff 2211890 needs to be frozen
        2026-03-01 10:00:02 UTC [78] CONTEXT:  while scanning block 22 and offset 3 of relation "public.orders"
        \tautomatic vacuum of table "shop.public.orders"
        """;
    var assessment = Advisor.assessLogs(Logs.history(log));
    var steps = assessment.plan().steps();

    assertEquals(1, assessment.problems().size());
    assertEquals("corrupt-heap", followed(steps.getFirst()).getFirst().answers().getFirst().id());
    var vacuum = steps.getLast();
    assertInstanceOf(Remedy.FreezeDatabases.class, followed(vacuum).getFirst().remedy());
    assertTrue(vacuum.after().contains(1), steps::toString);
  }

  /// On 19 a VACUUM by hand waited 40 s behind the worker that crawled through public.orders to
  /// prevent wraparound, until the cost settings were loaded: it then was done in seconds.
  @ParameterizedTest
  @CsvSource({"1200029695, false", "2000000000, false", "2000000000, true"})
  void aVacuumThatWouldWaitForAWorkerComesAfterWhatMakesThatFaster(long age, boolean isIdle) {
    var given =
        Given.server()
            .multixactAge(age)
            .with(Given.table("orders").multixactAge(age))
            .with(Setting.AUTOVACUUM_VACUUM_COST_DELAY, "100")
            .with(Setting.AUTOVACUUM_VACUUM_COST_LIMIT, "50");
    var at = Runs.scanning(7, 0, 22_500, 100, Duration.ofMinutes(5));
    var steps = plan(isIdle ? given : given.with(Runs.byHand(at))).steps();
    var vacuum =
        steps.stream()
            .filter(each ->
                each.followed().anyMatch(of -> of.remedy() instanceof Remedy.FreezeDatabases))
            .findFirst()
            .orElseThrow();
    var reload =
        steps.stream()
            .filter(each -> each.action() instanceof Action.Reload)
            .findFirst()
            .orElseThrow();

    assertEquals(isIdle, vacuum.number() < reload.number(), steps::toString);
  }

  @Test
  void aHealthyServerHasNone() {
    assertEquals(List.of(), plan(Given.server().with(Given.table("orders"))).steps());
  }

  /// A VACUUM before the reload would not be counted, and one before the switch would destroy what
  /// it reads.
  @Test
  void loadsWhatDestroysAndWhatCountsBeforeItVacuums() {
    var blind =
        plan(Given.server().with(Setting.TRACK_COUNTS, "off").with("zero_damaged_pages", "on", ""));

    var titles =
        blind.steps().stream()
            .map(each ->
                each.action() instanceof Action.Reload
                    ? "reload"
                    : followed(each).getFirst().title().replaceFirst("(?s)[:.].*", ""))
            .limit(4)
            .toList();

    assertEquals(
        List.of(
            "Turn zero_damaged_pages off before anything else is read",
            "Set track_counts to on",
            "reload",
            "Then VACUUM (ANALYZE) in every database, once"),
        titles);
  }

  private static Plan plan(Given given) {
    return Advisor.assess(given.survey()).plan();
  }

  private static List<Recommendation> followed(Plan.Step step) {
    return step.action() instanceof Action.Follow(var all) ? all : List.of();
  }
}
