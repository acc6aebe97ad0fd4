package org.vacuumadvisor.freeze;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.forecast.KnownLoad;
import org.vacuumadvisor.forecast.cluster.Rhythm.Grain;
import org.vacuumadvisor.freeze.IdRates.IdRate.Basis;
import org.vacuumadvisor.freeze.IdRates.IdRateMeter;
import org.vacuumadvisor.freeze.IdRates.LogUse;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.postgres.Release;

/// Logs made of known rates up to the moment of a survey: 20 transaction IDs a second from 8 to 20
/// o'clock on weekdays, 2 else.
class LoggedIdRateTest {
  private static final KnownLoad LOAD = new KnownLoad(1, 2, KnownLoad::byWeekday);
  private static final Duration KNOWN = Duration.between(KnownLoad.MONDAY, Given.NOW);
  private static final History HISTORY = LOAD.history(KNOWN);

  /// Of a week: 60 hours with 20 a second, 108 with 2.
  private static final double MEAN = (60 * 20 + 108 * 2) / 168.0;

  private static long idsAt(Instant moment) {
    double ids = KnownLoad.FIRST_ID;
    for (var at = KnownLoad.MONDAY; at.isBefore(moment); at = at.plusSeconds(3600)) {
      var utc = at.atOffset(ZoneOffset.UTC);
      int hour = (utc.getDayOfWeek().getValue() - 1) * 24 + utc.getHour();
      ids += 3600 * 2 * KnownLoad.byWeekday(hour);
    }
    return Math.round(ids);
  }

  private static Given now(long nextId) {
    return Given.server(Release.V16)
        .taken(Duration.ZERO, nextId)
        .with(Given.table("orders").age(190_000_000).pages(1_000));
  }

  private static FreezePlan plan(Given now, Optional<History> history) {
    var sources = new Sources(now.survey(), List.of(), history);
    return FreezePlan.of(
        sources, FreezeOptions.usual(now.survey()).with(Windows.usual(ZoneOffset.UTC)));
  }

  @Test
  void measuresTheRateOfALogWithItsWeek() {
    var rates = plan(now(idsAt(Given.NOW)), Optional.of(HISTORY)).rates();
    var rate = rates.transactions().orElseThrow();

    assertEquals(LogUse.USED, rates.logs());
    assertEquals(Basis.MEASURED, rate.basis());
    assertEquals(Grain.HOUR_OF_WEEK, rate.rhythm().grain());
    assertEquals(MEAN, rate.perSecond(), 0.05 * MEAN);
  }

  /// From Saturday noon to Monday noon: 44 quiet hours and 4 busy ones.
  @Test
  void knowsThatAWeekendUsesLess() {
    var rate =
        plan(now(idsAt(Given.NOW)), Optional.of(HISTORY)).rates().transactions().orElseThrow();
    double weekend = 3600 * (44 * 2 + 4 * 20);
    double weekdays = 3600 * (24 * 2 + 24 * 20);

    var monday = Given.NOW.plus(Duration.ofDays(2));
    assertEquals(weekend, (double) rate.between(Given.NOW, monday).count(), 0.3 * weekend);
    assertEquals(
        weekdays,
        (double) rate.between(monday, monday.plus(Duration.ofDays(2))).count(),
        0.1 * weekdays);
  }

  /// 10 million IDs are left, 13.7 days at the mean rate; the true rates say when.
  @Test
  void dateIsThatOfTheTrueRates() {
    var forced = plan(now(idsAt(Given.NOW)), Optional.of(HISTORY)).firstForced().orElseThrow();
    var exact = Given.NOW;
    for (long left = 10_000_000 + idsAt(Given.NOW); idsAt(exact) < left; ) {
      exact = exact.plusSeconds(3600);
    }

    assertTrue(
        Duration.between(exact, forced).abs().compareTo(Duration.ofHours(12)) <= 0,
        exact + " " + forced);
  }

  @Test
  void doesNotTakeTheRateOfAnotherServer() {
    var plan = plan(now(500), Optional.of(HISTORY));

    assertEquals(LogUse.OF_ANOTHER_SERVER, plan.rates().logs());
    assertFalse(
        plan.rates().transactions().filter(each -> each.basis() == Basis.MEASURED).isPresent());
    assertEquals(Windows.Origin.ASSUMED, plan.options().windows().origin());
  }

  /// A survey of a busy hour ago says less than weeks of logs.
  @Test
  void takesWhatWasSeenForLonger() {
    var older =
        now(idsAt(Given.NOW) - 72_000).taken(Duration.ofHours(1), idsAt(Given.NOW) - 72_000);
    var sources =
        new Sources(now(idsAt(Given.NOW)).survey(), List.of(older.survey()), Optional.of(HISTORY));

    assertEquals(MEAN, IdRateMeter.of(sources).transactions().orElseThrow().perSecond(), 0.5);
  }
}
