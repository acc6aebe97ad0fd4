package org.vacuumadvisor.lab.promise;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.lab.workload.FlowFigures;

class ContrastTest {
  private static final Measured USUAL = measured(1000, 5, 100_000, 2_000);

  @Test
  void theSameIsNotWorse() {
    assertEquals(List.of(), worse(USUAL));
  }

  @Test
  void fewerTransactionsAreWorse() {
    assertEquals(List.of("0.96 × the transactions"), worse(measured(960, 5, 100_000, 2_000)));
    assertEquals(List.of(), worse(measured(975, 5, 100_000, 2_000)));
  }

  @Test
  void slowerIsWorseFromAMillisecondOn() {
    assertEquals(
        List.of("take takes 6.5 ms instead of 5.0"), worse(measured(1000, 6.5, 100_000, 0)));
    assertEquals(List.of(), worse(measured(1000, 5.9, 100_000, 0)));
    assertEquals(
        List.of(), new Contrast(measured(1000, 1.4, 1, 0), measured(1000, 0.5, 1, 0)).worse());
  }

  @Test
  void largerByATenthIsWorse() {
    assertEquals(List.of("1.11 × the size"), worse(measured(1000, 5, 111_000, 2_000)));
    assertEquals(List.of(), worse(measured(1000, 5, 109_000, 2_000)));
  }

  @Test
  void fewDeadRowsAreAsGoodAsNone() {
    assertEquals(1, new Contrast(measured(1, 1, 1, 0), measured(1, 1, 1, 90)).deadRows());
    assertEquals(0.05, new Contrast(measured(1, 1, 1, 3), USUAL).deadRows());
  }

  private static List<String> worse(Measured one) {
    return new Contrast(one, USUAL).worse().stream().map(Contrast.Worse::sentence).toList();
  }

  private static Measured measured(long transactions, double ms, long bytes, double deadRows) {
    return new Measured(
        List.of(new FlowFigures("take", transactions, ms, ms)),
        bytes,
        1,
        OptionalDouble.of(deadRows),
        0);
  }
}
