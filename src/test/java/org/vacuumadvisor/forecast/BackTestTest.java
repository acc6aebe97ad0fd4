package org.vacuumadvisor.forecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.unit.Share;

/// Logs of known rates. The threshold is 50 + 0.2 × 10,000 = 2,050 dead rows, and autovacuum looks
/// each minute.
class BackTestTest {
  private static final ServerSettings DEFAULTS = ServerSettings.unknown(Release.V16);

  /// 300 rows a minute: 2,100 after seven minutes, of which a day has 205.7.
  @Test
  void foreseesASteadyLoad() {
    var runs = new KnownLoad(5, 2, _ -> 1).runs(Duration.ofDays(4));

    var test = BackTest.of(runs, DEFAULTS, 0.25).orElseThrow();

    assertNear(Duration.ofDays(1).toMinutes(), test.hidden().toMinutes(), 15);
    var orders = test.tables().getFirst();
    assertEquals(new RelationName("shop", "public", "orders"), orders.table());
    assertNear(205, orders.seen(), 2);
    assertNear(205, orders.foreseen(), 3);
    assertNear(86_400 * 5 / 2_051, orders.naive(), 3);
  }

  /// A night after nine days and 20 hours: with a row a second there is a vacuum each 35 minutes,
  /// in 11.5 hours 19.7 of them. At the mean of the days before it would be 5.5 times as many.
  @Test
  void foreseesANightByTheNightsBefore() {
    var hours = 9 * 24 + 20 + 12;
    var runs = new KnownLoad(1, 2, KnownLoad::byDay).runs(Duration.ofHours(hours));

    var orders = BackTest.of(runs, DEFAULTS, 11.5 / hours).orElseThrow().tables().getFirst();

    assertNear(20, orders.seen(), 1);
    assertTrue(orders.countError() <= 0.2, orders.toString());
    assertTrue(orders.naiveCountError() >= 3, orders.toString());
  }

  private static void assertNear(long expected, long found, long off) {
    assertTrue(Math.abs(expected - found) <= off, expected + " and not " + found);
  }

  @Test
  void isNothingWhereNoTableCameTwiceInTheFirstPart() {
    var runs = new KnownLoad(5, 2, _ -> 1).runs(Duration.ofMinutes(15));

    assertEquals(2, runs.size());
    assertEquals(Optional.empty(), BackTest.of(runs, DEFAULTS, 0.25));
    assertEquals(Optional.empty(), BackTest.of(List.of(), DEFAULTS, 0.25));
  }

  @Test
  void hidesAPart() {
    var _ =
        assertThrows(IllegalArgumentException.class, () -> BackTest.of(List.of(), DEFAULTS, 0.0));
    var _ =
        assertThrows(IllegalArgumentException.class, () -> BackTest.of(List.of(), DEFAULTS, 1.0));
  }

  @Test
  void errorsAreParts() {
    var ten = error(10, 12, 5);
    assertEquals(0.2, ten.countError(), 1e-9);
    assertEquals(0.5, ten.naiveCountError(), 1e-9);
    assertEquals(2, error(0, 2, 0).countError(), 1e-9);

    var test =
        new BackTest(
            KnownLoad.MONDAY,
            Duration.ofDays(1),
            List.of(ten, error(10, 10, 10), error(10, 40, 5), error(0, 9, 9)));
    assertEquals(0.2, test.median(TableError::countError), 1e-9);
    assertEquals(
        0.1,
        new BackTest(KnownLoad.MONDAY, Duration.ofDays(1), List.of(ten, error(10, 10, 10)))
            .median(TableError::countError),
        1e-9);
  }

  private static TableError error(long seen, long foreseen, long naive) {
    return new TableError(
        new RelationName("shop", "public", "orders"),
        seen,
        foreseen,
        naive,
        Duration.ZERO,
        Duration.ZERO,
        Share.ALL,
        1,
        1);
  }
}
