package org.vacuumadvisor.source.log.template;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TemplateTest {
  private final Match match = new Match();

  @Test
  void readsNumbers() {
    assertTrue(fits("frozen: {FROZEN_PAGES} pages ({FROZEN_PERCENT}%)", "frozen: 7 pages (0.10%)"));

    assertEquals(7, match.count(Hole.FROZEN_PAGES));
    assertEquals(0.1, match.decimal(Hole.FROZEN_PERCENT));
  }

  @Test
  void readsTheLargestNumbers() {
    assertTrue(fits("{WAL_BYTES} bytes", "9007199254740992 bytes"));
    assertEquals(9_007_199_254_740_992L, match.count(Hole.WAL_BYTES));
    assertTrue(fits("{DELAY_MS} ms", "12345678901234.125 ms"));
    assertEquals(12345678901234.125, match.decimal(Hole.DELAY_MS));
    assertTrue(fits("{PAGES_REMAIN} remain", "4294967295 remain"));
  }

  @Test
  void readsNoNumberThatItsTypeCannotHold() {
    assertFalse(fits("{WAL_BYTES} bytes", "9007199254740993 bytes"));
    assertFalse(fits("{WAL_BYTES} bytes", "-1 bytes"));
    assertFalse(fits("{PAGES_REMAIN} remain", "4294967296 remain"));
    assertFalse(fits("{CUTOFF_AGE} XIDs", "2147483648 XIDs"));
    assertFalse(fits("({FROZEN_PERCENT}%)", "(-0.01%)"));
    assertFalse(fits("table \"{TABLE}\": truncated", "table \"a\0b\": truncated"));
  }

  @Test
  void whatIsOptionalLeavesNoTraceIfItIsMissing() {
    var template = "{TUPLES_REMAIN} remain[, oldest xmin: {OLDEST_XMIN}]";

    assertTrue(fits(template, "5 remain, oldest xmin: 700"));
    assertEquals(700, match.count(Hole.OLDEST_XMIN));
    assertTrue(fits(template, "5 remain"));
    assertFalse(match.has(Hole.OLDEST_XMIN));
    assertFalse(fits(template, "5 remain, oldest xmin: 7x"));
  }

  @Test
  void aNameReachesAsFarAsTheRestAllows() {
    var template = "vacuum \"{QUALIFIED}\": index scans: {INDEX_SCANS}";

    assertTrue(fits(template, "vacuum \"a.b\": index scans: 9\": index scans: 1"));
    assertEquals("a.b\": index scans: 9", match.text(Hole.QUALIFIED));
    assertEquals(1, match.count(Hole.INDEX_SCANS));
  }

  @Test
  void takesTheFirstChoiceThatFits() {
    assertTrue(fits("{BLOCK} page[s] <are|is> empty", "1 page is empty"));
    assertTrue(fits("{BLOCK} page[s] <are|is> empty", "2 pages are empty"));
    assertFalse(fits("{BLOCK} page[s] <are|is> empty", "2 pages be empty"));
  }

  @Test
  void tellsWhereAnOpenEndIs() {
    var line = "5 hits, 3 of them warm".getBytes(StandardCharsets.UTF_8);

    assertTrue(Template.of("{BUFFER_HITS} hits").matches(line, 0, line.length, match));
    assertEquals("5 hits".length(), match.end());
    assertFalse(Template.of("{BUFFER_HITS} hits$").matches(line, 0, line.length, match));
  }

  @Test
  void refusesATemplateThatCannotBeMeant() {
    assertThrows(IllegalArgumentException.class, () -> Template.of("a[b"));
    assertThrows(IllegalArgumentException.class, () -> Template.of("a]b"));
    assertThrows(IllegalArgumentException.class, () -> Template.of("{NO_SUCH_HOLE}"));
    assertThrows(IllegalArgumentException.class, () -> Template.of("a {TABLE}"));
  }

  private boolean fits(String template, String line) {
    var bytes = line.getBytes(StandardCharsets.UTF_8);
    return Template.of(template + "$").matches(bytes, 0, bytes.length, match);
  }
}
