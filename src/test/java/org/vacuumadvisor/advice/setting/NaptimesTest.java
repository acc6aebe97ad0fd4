package org.vacuumadvisor.advice.setting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.postgres.Setting;

/// What a nap brings, and what looking that often costs.
class NaptimesTest {

  /// A database of 100 tables takes 7.3 ms to look at, of 10,000 tables 37 ms: no more than a
  /// fiftieth of a processor is 20 ms a second. Two databases that share 10,000 tables take 44 ms.
  @ParameterizedTest
  @CsvSource({"100, 1, 1", "100, 2, 1", "10000, 1, 2", "10000, 2, 5", "100, 20, 10"})
  void napsNoShorterThanIsAffordable(int tables, int databases, long shortest) {
    var given = databases(databases);
    for (int n = 0; n < tables; n++) {
      given.with(Given.table("t" + n));
    }

    assertEquals(shortest, new Naptimes(given.evidence()).affordable(2_001).getLast());
  }

  /// Ten seconds are short enough for a table in which no more than 20,000 rows die meanwhile.
  @Test
  void napsForSecondsOnlyWhereATableNeedsIt() {
    var naptimes = new Naptimes(Given.server().evidence());

    assertEquals(List.of(30L, 15L, 10L), naptimes.affordable(2_000));
    assertEquals(List.of(30L, 15L, 10L, 5L, 2L, 1L), naptimes.affordable(2_001));
  }

  /// A server in which 5,001 rows a second die, 2,500 of them in one queue, is not napped for it
  /// alone.
  @Test
  void napsForSecondsOnlyForATableThatMostOfTheServerDiesIn() {
    assertTrue(dying(3_000, 2_000).needsSeconds(3_000));
    assertFalse(dying(2_500, 2_501).needsSeconds(2_500));
  }

  private static Naptimes dying(long queue, long others) {
    var before = Given.server().taken(Duration.ofSeconds(1), 1_000);
    var after = Given.server();
    long n = 0;
    for (long perSecond : List.of(queue, others)) {
      var name = "t" + n++;
      before.with(Given.table(name).rows(1_000).live(1_000).written(0, 0, 0));
      after.with(Given.table(name).rows(1_000).live(1_000).written(0, 0, perSecond));
    }
    return new Naptimes(after.after(before));
  }

  /// 100 rows a second are 6,000 in the default of a minute, and 3,000 in half of one.
  @Test
  void promisesTheRowsThatDieInANap() {
    var goal = new Goal.DeadRowsBetweenLooks(3_000, 100);
    var proposal = new Naptimes(Given.server().evidence()).shorter(goal).orElseThrow();
    var effect = (Effect.Predicted) proposal.effect();

    assertEquals("30s", ((SettingChange.OfServer) proposal.change()).value());
    assertEquals("6,000", effect.today());
    assertEquals("3,000", effect.low());
    assertEquals("6,000", effect.high());
  }

  /// 200 databases with 100,000 tables: even 30 s would take more than a fiftieth of a processor.
  @Test
  void goesBackToTheDefaultWhereNothingShorterIsAffordable() {
    var given = databases(200).with(Setting.AUTOVACUUM_NAPTIME, "900");
    for (int n = 0; n < 100_000; n++) {
      given.with(Given.table("t" + n));
    }

    var proposal =
        new Naptimes(given.evidence())
            .shorter(new Goal.DeadRowsBetweenLooks(3_000, 100))
            .orElseThrow();

    assertEquals("60s", ((SettingChange.OfServer) proposal.change()).value());
  }

  /// The launcher starts ten workers a second at most: 100 databases take 10 seconds.
  @ParameterizedTest
  @CsvSource({"1, 5 s", "50, 5 s", "100, 10 s"})
  void looksAtDatabasesAsOftenAsTheLauncherCan(int databases, String low) {
    var proposal = new Naptimes(databases(databases).evidence()).every(5);

    assertEquals("5s", ((SettingChange.OfServer) proposal.change()).value());
    assertEquals(low, ((Effect.Predicted) proposal.effect()).low());
  }

  private static Given databases(int count) {
    var given = Given.server();
    for (int n = 1; n < count; n++) {
      given.database("d" + n, 1_000);
    }
    return given;
  }
}
