package org.vacuumadvisor.gui.part;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;
import org.vacuumadvisor.gui.Toolkit;
import org.vacuumadvisor.gui.theme.Glyph;

class TextsTest {
  @Test
  void aNumberStaysOnOneLineWithItsUnit() {
    assertEquals(
        "frees 1016\u00a0bytes (12\u00a0%) of 8\u00a0kB in 2\u00a0s",
        Texts.inLines("frees 1016 bytes (12 %) of 8 kB in 2 s"));
  }

  /// Only a unit: other words may begin a line.
  @Test
  void aNumberMayStandApartFromWhatItCounts() {
    assertEquals("1 of 2 tables, 3 sessions", Texts.inLines("1 of 2 tables, 3 sessions"));
  }

  @Test
  void aLongNameGoesOnBehindADotOrAnUnderscore() {
    assertEquals(
        "of warehouse_\u200aof_\u200athe_\u200anorth.\u200aorder_\u200aitems_\u200aof_\u200a2026:"
            + " 5",
        Texts.inLines("of warehouse_of_the_north.order_items_of_2026: 5"));
  }

  @Test
  void aButtonShowsEveryUnderscoreOfAName() throws Exception {
    var look = Toolkit.in(() -> Texts.button(Glyph.SEARCH, "pg_toast.pg_toast_1", () -> {}));
    assertFalse(look.isMnemonicParsing());
  }

  @Test
  void theNamesOfMostSettingsStayWhole() {
    assertEquals("idle_replication_slot_timeout", Texts.inLines("idle_replication_slot_timeout"));
  }
}
