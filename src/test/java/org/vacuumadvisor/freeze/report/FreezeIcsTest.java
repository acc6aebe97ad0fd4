package org.vacuumadvisor.freeze.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.freeze.FreezePlan;

/// The rules are those of RFC 5545; the numbers are its sections.
class FreezeIcsTest {
  /// 3.1: a name, perhaps parameters, a colon, a value without control characters.
  private static final Pattern CONTENT_LINE =
      Pattern.compile("([A-Z-]+)(;[^:]*)?:([^\\p{Cntrl}]*)");

  /// 3.3.11: a backslash stands before nothing but these.
  private static final Pattern TEXT = Pattern.compile("(?:[^\\\\;,]|\\\\[\\\\;,nN])*");

  private static final Pattern UTC = Pattern.compile("\\d{8}T\\d{6}Z");

  @Test
  void linesEndWithCrLfAndHaveNoMoreThan75Octets() {
    var text = FreezeIcs.of(FreezePlans.hostile("02:00-02:05"));

    assertFalse(text.replace("\r\n", "").contains("\n"));
    assertFalse(text.replace("\r\n", "").contains("\r"));
    assertTrue(text.endsWith("\r\n"));
    for (var line : text.split("\r\n", 0)) {
      assertTrue(line.getBytes(StandardCharsets.UTF_8).length <= 75, line);
    }
  }

  @Test
  void everyComponentIsClosedAndEveryValueOfItsType() {
    var open = new ArrayDeque<String>();
    var uids = new HashSet<String>();
    for (var line : unfolded(FreezePlans.hostile("02:00-02:05"))) {
      var content = CONTENT_LINE.matcher(line);
      assertTrue(content.matches(), line);
      var value = content.group(3);
      switch (content.group(1)) {
        case "BEGIN" -> open.push(value);
        case "END" -> assertEquals(value, open.pop());
        case "UID" -> assertTrue(uids.add(value), line);
        case "DTSTAMP", "DTSTART", "DTEND" -> assertTrue(UTC.matcher(value).matches(), line);
        case "SUMMARY", "DESCRIPTION" -> assertTrue(TEXT.matcher(value).matches(), line);
        case "VERSION" -> assertEquals("2.0", value);
        case "PRODID", "CALSCALE", "TRANSP" -> assertFalse(value.isEmpty());
        default -> throw new AssertionError("what is " + line);
      }
    }
    assertTrue(open.isEmpty());
  }

  @Test
  void aNameAddsNoEvent() {
    var plan = FreezePlans.hostile("02:00-02:05");

    assertEquals(
        plan.calendar().size(), unfolded(plan).stream().filter("BEGIN:VEVENT"::equals).count());
  }

  /// 3.8.4.7 and 3.6.1: what a later plan says of the same window replaces what this one said.
  @Test
  void anEventKeepsItsUidWhenThePlanIsMadeAnew() {
    var first = uids(FreezePlans.ofOne("orders"));

    assertEquals(1, first.size());
    assertEquals(first, uids(FreezePlans.ofOne("customers")));
  }

  /// 3.6: there is at least one component.
  @Test
  void anEmptyPlanIsAValidCalendar() {
    var plan =
        FreezePlans.plan(
            Given.server().taken(Duration.ZERO, 1_000_001).with(Given.table("young")),
            "Sat 02:00-05:00");

    assertEquals(List.of(), plan.calendar());
    assertTrue(unfolded(plan).contains("SUMMARY:Nothing to freeze by hand"));
  }

  private static List<String> uids(FreezePlan plan) {
    return unfolded(plan).stream().filter(each -> each.startsWith("UID:")).toList();
  }

  private static List<String> unfolded(FreezePlan plan) {
    return List.of(FreezeIcs.of(plan).replace("\r\n ", "").split("\r\n", 0));
  }
}
