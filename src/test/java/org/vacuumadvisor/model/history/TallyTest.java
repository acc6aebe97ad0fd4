package org.vacuumadvisor.model.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TallyTest {
  @Test
  void ofNothingIsNothing() {
    assertEquals(Spread.NONE, new Tally().spread());
  }

  @Test
  void isExactForFewValues() {
    assertEquals(new Spread(4, 10, 1, 2.5, 4, 4), spread(DoubleStream.of(4, 1, 3, 2)));
    assertEquals(new Spread(1, 7, 7, 7, 7, 7), spread(DoubleStream.of(7)));
  }

  /// The median of 1 to 100,000 is 50,000, their 95th percentile 95,000.
  @Test
  void isWithinOnePercentForManyValues() {
    var spread = spread(IntStream.rangeClosed(1, 100_000).asDoubleStream());

    assertEquals(100_000, spread.count());
    assertEquals(1, spread.least());
    assertEquals(50_000, spread.median(), 500);
    assertEquals(95_000, spread.high(), 950);
    assertEquals(100_000, spread.most());
  }

  @Test
  void countsZeroes() {
    var spread = spread(DoubleStream.generate(() -> 0).limit(1_000));

    assertEquals(new Spread(1_000, 0, 0, 0, 0, 0), spread);
  }

  private static Spread spread(DoubleStream values) {
    var tally = new Tally();
    values.forEach(tally::add);
    return tally.spread();
  }
}
