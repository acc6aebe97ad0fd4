package org.vacuumadvisor.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

/// The widths are those a terminal shows (xterm, `wcwidth` of glibc).
class TerminalTextTest {
  @Test
  void leavesOrdinaryTextAlone() {
    var text = "public.\"Straße ✓ — 表\" über 1,234 %";

    assertSame(text, TerminalText.escaped(text));
  }

  @Test
  void writesControlAndDirectionCharactersOut() {
    assertEquals("\\x1b[31m\\n\\r\\t\\x00\\x7f", TerminalText.escaped("\u001b[31m\n\r\t\0\u007f"));
    assertEquals("\\u202e\\u2066\\u200d\\ufeff", TerminalText.escaped("\u202e\u2066\u200d\ufeff"));
    assertEquals("\\xad\\u2028\\ud800", TerminalText.escaped("\u00ad\u2028\ud800"));
  }

  @Test
  void escapingTwiceDoesNothingMore() {
    var once = TerminalText.escaped("a\u001bb");

    assertEquals(once, TerminalText.escaped(once));
  }

  @Test
  void countsWideCharactersTwiceAndMarksNotAtAll() {
    assertEquals(6, TerminalText.width("orders"));
    assertEquals(4, TerminalText.width("測試"));
    assertEquals(4, TerminalText.width("ｗｉ"));
    assertEquals(2, TerminalText.width("한"));
    assertEquals(2, TerminalText.width("😀"));
    assertEquals(1, TerminalText.width("e\u0301"));
    assertEquals(3, TerminalText.width("üß─"));
  }
}
