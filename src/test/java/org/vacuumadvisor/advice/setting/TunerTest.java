package org.vacuumadvisor.advice.setting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.advice.Tuned;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;

/// What the simulator makes of the numbers of a rule's own arithmetic.
class TunerTest {
  private static final Duration WINDOW = Duration.ofMinutes(10);

  /// 6,000 rows die in a second: of a nap of ten seconds that is more than a scan should pass by.
  @Test
  void simulatesTheNapThatAQueueNeeds() {
    var naptime = Tuned.server(between(queue(0), queue(1_800_000))).findFirst().orElseThrow();

    assertEquals(Setting.AUTOVACUUM_NAPTIME, naptime.setting());
    assertEquals("1s", naptime.value());
    var effect = assertInstanceOf(Effect.Simulated.class, naptime.effect());
    assertTrue(effect.after().likely() < 0.1 * effect.today().likely(), effect::toString);
    assertTrue(effect.after().low() <= effect.after().likely());
    assertTrue(effect.after().likely() <= effect.after().high());
  }

  /// 3,000 rows a second are updated and deleted, so 6,000 die: 30,000 in the five seconds for
  /// which vacuum asks for its lock.
  @Test
  void saysWhatAWaitForTheLockOfAQueueMayAdd() {
    var waits = basis(queue(1_800_000));

    assertTrue(
        waits.endsWith(
            "up to 5 s for the lock that cutting the file off takes, and the upper figure has the"
                + " 30,000 rows more that may die"),
        waits);
    assertFalse(basis(queue(1_800_000).with("vacuum_truncate", "off")).contains("the lock"));
  }

  private static String basis(TableGiven newer) {
    var naptime = Tuned.server(between(queue(0), newer)).findFirst().orElseThrow();
    return assertInstanceOf(Effect.Simulated.class, naptime.effect()).basis();
  }

  /// Looking for work takes 38 ms where there are 10,000 tables: every second would be 4 % of a
  /// processor.
  @Test
  void doesNotLookEverySecondWhereALookIsDear() {
    var given = server(queue(1_800_000));
    for (int n = 0; n < 10_000; n++) {
      given.with(Given.table("t" + n).rows(100).pages(1).live(100));
    }
    var naptime =
        Tuned.server(
                Advisor.assess(server(queue(0)).survey(), given.taken(Duration.ZERO, 2).survey()))
            .findFirst()
            .orElseThrow();

    assertEquals("2s", naptime.value());
  }

  @Test
  void leavesARuleItsArithmeticWhereTheLoadWasNotMeasured() {
    var large =
        Given.table("orders")
            .pages(20_000_000)
            .rows(1_000_000_000)
            .live(1_000_000_000)
            .dead(150_000_000)
            .indexed();
    var effects =
        Advisor.assess(Given.server(Release.V17).with(large).survey()).recommendations().stream()
            .filter(
                each -> each.change().filter(it -> it instanceof SettingChange.OfTable).isPresent())
            .map(Recommendation::expected)
            .toList();

    assertEquals(1, effects.size());
    assertInstanceOf(Effect.Predicted.class, effects.getFirst());
  }

  /// Vacuum comes to it within half an hour, analyze within hours: what the one simulation settles
  /// is not in the other.
  @Test
  void judgesATableThatIsFastInOneThingAndSlowInAnother() {
    var before = orders().written(0, 0, 0);
    var after = orders().written(0, 3_000_000, 0).modifiedSinceAnalyze(6_000_000);

    var changes =
        Tuned.tables(between(before, after)).flatMap(each -> each.parameters().keySet().stream());

    assertEquals(
        Set.of("autovacuum_vacuum_scale_factor", "autovacuum_analyze_scale_factor"),
        changes.collect(Collectors.toSet()));
  }

  private static TableGiven orders() {
    return Given.table("orders")
        .pages(200_000)
        .rows(10_000_000)
        .live(10_000_000)
        .dead(3_750_000)
        .indexed()
        .autovacuums(3)
        .with("autovacuum_vacuum_scale_factor", "0.5")
        .with("autovacuum_analyze_scale_factor", "5");
  }

  @Test
  void turnsNoKnobWhileTheHorizonIsHeld() {
    var newer =
        server(queue(1_800_000))
            .with(Holders.writer("idle in transaction", Duration.ofHours(1), 2_000_000))
            .taken(Duration.ZERO, 3_000_000);

    assertEquals(
        List.of(),
        Tuned.server(Advisor.assess(server(queue(0)).survey(), newer.survey())).toList());
  }

  private static Assessment between(TableGiven before, TableGiven after) {
    return Advisor.assess(
        server(before).survey(), server(after).taken(Duration.ZERO, 2_000_000).survey());
  }

  private static Given server(TableGiven table) {
    return Given.server(Release.V18)
        .with(Setting.AUTOVACUUM_NAPTIME, "60")
        .with(table)
        .taken(WINDOW, 1);
  }

  private static TableGiven queue(long written) {
    return Given.table("queue")
        .pages(100)
        .rows(30)
        .live(30)
        .dead(50_000)
        .written(written, written, written)
        .autovacuums(10)
        .vacuumed(Given.NOW.minusSeconds(30).minus(written == 0 ? WINDOW : Duration.ZERO));
  }
}
