package org.vacuumadvisor.gui.part;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TextsTest {
  @Test
  void aNumberStaysOnOneLineWithItsUnit() {
    assertEquals(
        "frees 1016\u00a0bytes (12\u00a0%) of 8\u00a0kB in 2\u00a0s",
        Texts.together("frees 1016 bytes (12 %) of 8 kB in 2 s"));
  }

  /// Only a unit: other words may begin a line.
  @Test
  void aNumberMayStandApartFromWhatItCounts() {
    assertEquals("1 of 2 tables, 3 sessions", Texts.together("1 of 2 tables, 3 sessions"));
  }
}
