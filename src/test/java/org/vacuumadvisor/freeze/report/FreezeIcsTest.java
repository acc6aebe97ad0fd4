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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.Holders;
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

  /// Two to five by the clock of Berlin, an hour ahead of UTC. 1,000 pages are read and written in
  /// 156 ms at 100 MB a second.
  @Test
  void anEventTellsWhenAndWhat() {
    var lines = unfolded(FreezePlans.ofOne("orders"));

    assertEquals(
        List.of(
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:-//Vacuum Advisor//Freeze plan//EN",
            "CALSCALE:GREGORIAN",
            "BEGIN:VEVENT",
            "DTSTAMP:20261121T120000Z",
            "DTSTART:20261128T010000Z",
            "DTEND:20261128T040000Z",
            "SUMMARY:Freeze 1 table of shop",
            "DESCRIPTION:vacuumdb --freeze --min-xid-age 192000000 -j 2 shop\\n1 table:"
                + " public.orders\\nAt most 156 ms.",
            "TRANSP:TRANSPARENT",
            "END:VEVENT",
            "END:VCALENDAR"),
        lines.stream().filter(each -> !each.startsWith("UID:")).toList());
  }

  /// 3.6.1: UID and DTSTAMP are required, DTSTART where there is no method.
  @Test
  void anEventOfAnEmptyPlanHasWhatEachEventNeeds() {
    var now =
        Given.server()
            .taken(Duration.ZERO, 1_000_001)
            .with(Holders.prepared("tx", Duration.ofDays(60), 60_000_000))
            .with(Given.table("orders").age(180_000_000));
    var lines = unfolded(FreezePlans.plan(now, "Sat 02:00-05:00"));

    assertEquals(
        List.of(
            "BEGIN:VEVENT",
            "DTSTAMP:20261121T120000Z",
            "DTSTART:20261121T120000Z",
            "SUMMARY:Freezing cannot help yet: prepared transaction tx blocks it",
            "TRANSP:TRANSPARENT",
            "END:VEVENT"),
        lines.stream().filter(each -> !each.startsWith("UID:")).skip(4).limit(6).toList());
    assertTrue(lines.get(5).matches("UID:[0-9a-f-]{36}@vacuum-advisor"), lines.get(5));
  }

  /// 75 octets to a line, its end not counted: the 76th begins the next one, after a space.
  @Test
  void linesAreFoldedAt75Octets() {
    var lines = FreezeIcs.of(FreezePlans.ofOne("orders")).split("\r\n", 0);
    var description =
        Stream.of(lines).filter(each -> each.startsWith("DESCRIPTION")).findFirst().orElseThrow();

    assertEquals(75, description.length());
  }

  private static List<String> uids(FreezePlan plan) {
    return unfolded(plan).stream().filter(each -> each.startsWith("UID:")).toList();
  }

  private static List<String> unfolded(FreezePlan plan) {
    return List.of(FreezeIcs.of(plan).replace("\r\n ", "").split("\r\n", 0));
  }
}
