package org.vacuumadvisor.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class SpreadTest {
  @Test
  void takesTheMiddleOfAnOddNumberOfRounds() {
    assertEquals(new Spread(3, 5, 1, 90), Spread.of(DoubleStream.of(90, 1, 5)));
  }

  @Test
  void takesTheMeanOfTheTwoInTheMiddle() {
    assertEquals(new Spread(4, 3, 1, 8), Spread.of(DoubleStream.of(8, 4, 2, 1)));
  }

  @Test
  void isOnePointOfOneRound() {
    assertEquals(new Spread(1, 7, 7, 7), Spread.of(DoubleStream.of(7)));
    assertEquals(0, Spread.of(DoubleStream.of(7)).width());
  }

  @Test
  void isUnknownWhereNothingWasMeasured() {
    var spread = Spread.of(DoubleStream.empty());

    assertFalse(spread.isKnown());
    assertTrue(Double.isNaN(spread.median()));
  }

  @Test
  void isAsWideAsItsExtremesLieApart() {
    assertEquals(0.5, Spread.of(DoubleStream.of(80, 100, 130)).width(), 1e-9);
    assertEquals(0, Spread.of(DoubleStream.of(0, 0)).width());
  }
}
